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
}
