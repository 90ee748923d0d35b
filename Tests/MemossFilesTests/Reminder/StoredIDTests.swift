import Testing

@testable import MemossFiles

@Suite struct StoredIDTests {
    @Test(arguments: [
        "6f8f89d1-f5ad-42ca-8cdf-18a58b646f21", "00000000-0000-0000-0000-000000000000",
        "ffffffff-ffff-ffff-ffff-ffffffffffff", "6F8F89D1-F5AD-42CA-8CDF-18A58B646F21",
        "6f8f89d1f5ad42ca8cdf18a58b646f21",
        "6f8f89d1-f5ad-42ca-8cdf-18a58b646f2g", "6f8f89d1-f5ad-42ca-8cdf_18a58b646f21",
        "6f8f89d-1f5ad-42ca-8cdf-18a58b646f21",
        "", "x", "ünïcödé", "e\u{301}",
    ])
    func `an id is returned byte for byte`(_ id: String) {
        #expect(Array(StoredID(id).text.utf8) == Array(id.utf8))
    }

    @Test func `only a UUID in the usual spelling is stored as a number`() {
        guard
            case .uuid(0x6f8f_89d1_f5ad_42ca, 0x8cdf_18a5_8b64_6f21) = StoredID("6f8f89d1-f5ad-42ca-8cdf-18a58b646f21")
        else {
            Issue.record("it is kept as a text")
            return
        }
        #expect(StoredID("6F8F89D1-F5AD-42CA-8CDF-18A58B646F21") == .text("6F8F89D1-F5AD-42CA-8CDF-18A58B646F21"))
    }

    @Test(arguments: [0, 8, 20, 35])
    func `every other byte in a UUID makes it a text`(place: Int) {
        for byte in UInt8.min...0x7F {
            var id = Array("6f8f89d1-f5ad-42ca-8cdf-18a58b646f21".utf8)
            id[place] = byte
            let text = String(decoding: id, as: UTF8.self)
            #expect(StoredID(text).text == text)
            let isUsual = place == 8 ? byte == UInt8(ascii: "-") : "0123456789abcdef".utf8.contains(byte)
            let isText = StoredID(text) == .text(text)
            #expect(isText != isUsual, "\(byte)")
        }
    }
}
