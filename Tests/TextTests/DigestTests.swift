import TestSupport
import Testing

@testable import Text

@Suite struct DigestTests {
    /// Examples of FIPS 180-4 (NIST CSRC), and lengths just below and above the limit for an additional block.
    @Test(arguments: [
        ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "a49b2446a02c645bf419f995b67091253a04a259"
        ),
    ])
    func `SHA-1 matches the examples of FIPS 180-4`(message: String, expected: String) {
        #expect(SHA1.hex(Array(message.utf8)) == expected)
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
    ])
    func `SHA-256 matches the examples of FIPS 180-4`(message: String, expected: String) {
        #expect(SHA256.hex(Array(message.utf8)) == expected)
    }

    @Test func `the digests of a million letters a match FIPS 180-4`() {
        let message = [UInt8](repeating: 0x61, count: 1_000_000)
        #expect(SHA1.hex(message) == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
        #expect(SHA256.hex(message) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    /// Expected value from Python's hashlib: for every length up to 199, the bytes 0, 1, 2, … are hashed, and all
    /// digests are hashed.
    @Test func `every length around the block size is padded correctly`() {
        let messages = (0..<200).map { length in (0..<length).map { UInt8($0) } }
        #expect(SHA1.hex(messages.flatMap(SHA1.digest)) == "ab05664693b2d32b84dd4616c5284c285cc0684a")
        let expected = "ba7b0fcea7d10c06b855b43d2b4dce1e3e842fff6be0acefb0faf4f2dd05bb47"
        #expect(SHA256.hex(messages.flatMap(SHA256.digest)) == expected)
    }

    @Test(arguments: [
        ("https://www.example.com/", "3d3ed9d2-aa3d-5fa6-90e8-ed662e90f559"),
        ("memoss:home/milk.md", "a73a5073-fb2d-545c-b25e-8bd7c97553a3"),
        ("memoss:caf\u{E9} \u{65E5}\u{672C}.md", "4555835c-2af6-557a-8741-0ad57c0125e1"),
        ("", "1b4db7eb-4057-5ddf-91e0-36dec72071f5"),
    ])
    func `a UUID in the URL namespace equals that of Python's uuid5`(name: String, expected: String) {
        #expect(UUID5(url: name).description == expected)
    }

    @Test func `the example of RFC 9562, appendix A.4, gives the expected UUID`() {
        // 6ba7b810-9dad-11d1-80b4-00c04fd430c8, for fully qualified domain names.
        let namespace: [UInt8] = [
            0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8,
        ]
        let id = UUID5(namespace: namespace, name: "www.example.com".utf8)
        #expect(id.description == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
    }

    @Test func `composed and decomposed names have different UUIDs`() {
        #expect(UUID5(url: "caf\u{E9}") != UUID5(url: "cafe\u{301}"))
    }
}
