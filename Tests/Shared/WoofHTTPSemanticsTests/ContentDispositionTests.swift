// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTPSemantics

@Suite struct ContentDispositionTests {
  private func read(_ text: String) -> HTTPContentDisposition? {
    HTTPContentDisposition(parsing: ArraySlice(text.utf8))
  }

  @Test func `a plain name is written once`() {
    #expect(HTTPContentDisposition.attachment(fileName: "rex.jpg") == #"attachment; filename="rex.jpg""#)
    #expect(HTTPContentDisposition.attachment(fileName: "a b;c.jpg") == #"attachment; filename="a b;c.jpg""#)
    #expect(HTTPContentDisposition.attachment(fileName: "") == #"attachment; filename="""#)
  }

  @Test func `a name beyond ASCII is written twice`() {
    #expect(
      HTTPContentDisposition.attachment(fileName: "Grüße 100%.jpg")
        == #"attachment; filename="Gr__e 100_.jpg"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20100%25.jpg"#)
    #expect(
      HTTPContentDisposition.attachment(fileName: "\"x\"")
        == #"attachment; filename="_x_"; filename*=UTF-8''%22x%22"#)
  }

  @Test(arguments: [
    "../a", "a\\b", "a\r\nSet-Cookie: x", "a\0b", "a\u{7F}", "a\u{85}b", "a\u{202E}gpj.exe", "a\u{2028}b",
  ])
  func `misleading characters become underscores`(name: String) {
    let written = HTTPContentDisposition.attachment(fileName: name)
    #expect(written.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") })
    #expect(!written.contains("%E2%80"))
    #expect(!written.contains("%0D"))
    #expect(!written.contains("filename*"))
  }

  @Test func `the field of a form's part is read`() {
    let field = read(#"form-data; name="photo"; filename="rex at the lake.jpg""#)
    #expect(field?.type == "form-data")
    #expect(field?.name == "photo")
    #expect(field?.fileName == "rex at the lake.jpg")
    #expect(read("Form-Data;NAME=caption")?.name == "caption")
    #expect(read("form-data; name=caption")?.fileName == nil)
    #expect(read("attachment")?.type == "attachment")
  }

  @Test func `file names are kept as browsers send them`() {
    #expect(read(#"form-data; name="a"; filename="é.jpg""#)?.fileName == "é.jpg")
    #expect(read(#"form-data; name="a"; filename="C:\dogs\rex.jpg""#)?.fileName == #"C:\dogs\rex.jpg"#)
    #expect(read(#"form-data; name="a"; filename="a\"b\\c""#)?.fileName == #"a"b\c"#)
    #expect(read(#"form-data; name="a"; filename="a%22b""#)?.fileName == "a%22b")
    #expect(read(#"form-data; name="a"; filename*=UTF-8''x"#)?.fileName == nil)
  }

  @Test(arguments: [
    "", ";", "form-data; name", "form-data; name=", "form-data; name=\"a", "form-data, name=a", "form-data name=a",
    "form-data; name=a; name=b", "form-data; name=a b", "\"form-data\"; name=a",
  ])
  func `any other field is malformed`(text: String) {
    #expect(read(text) == nil)
  }

  @Test func `a name that is not UTF-8 is malformed`() {
    #expect(HTTPContentDisposition(parsing: ArraySlice("form-data; name=\"".utf8) + [0xFF, 0x22]) == nil)
  }
}
