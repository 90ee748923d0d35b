import Testing

@testable import LanguageServer
@testable import MemossFiles

@Suite struct FileURITests {
    @Test func `a path has one URI, and several URIs have one path`() {
        #expect(FileURI.of("/a b/ü#%.md") == "file:///a%20b/%C3%BC%23%25.md")
        for uri in [
            "file:///%c3%bc.md", "file:///%C3%BC.md", "FILE:///ü.md", "file://localhost/%C3%bc.md",
            "file:///%C3%BC.md?x#y",
        ] {
            #expect(FileURI.path(of: uri) == "/ü.md", "\(uri)")
        }
        for path in ["/", "/a", "/NFD u\u{308}", "/NFC \u{FC}", "/😀/[x]"] {
            #expect(FileURI.path(of: FileURI.of(path))?.utf8.elementsEqual(path.utf8) == true)
        }
    }

    @Test(arguments: [
        "", "/a", "untitled:1", "http://a/b", "file://host/a", "file:///%", "file:///%zz", "file:///%00", "file:///%ff",
        "file://",
    ])
    func `what is no file has no path`(uri: String) { #expect(FileURI.path(of: uri) == nil) }
}
