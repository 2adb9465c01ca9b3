// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTPSemantics

@Suite struct MediaTypeTests {
  private func read(_ text: String) -> HTTPMediaType? { HTTPMediaType(parsing: ArraySlice(text.utf8)) }

  @Test func `a media type is read whatever its case`() {
    #expect(read("image/png") == HTTPMediaType("image", "png"))
    #expect(read("Image/SVG+XML")?.essence == "image/svg+xml")
  }

  @Test func `parameters are read with and without quotes`() {
    let type = read(#"multipart/form-data;Boundary="a \"b\\;c" ; charset=UTF-8;; x="" ;"#)
    #expect(type?["boundary"] == #"a "b\;c"#)
    #expect(type?["charset"] == "UTF-8")
    #expect(type?["x"] == "")
    #expect(type?["y"] == nil)
  }

  @Test(arguments: [
    "", "image", "image/", "/png", "image /png", "image/ png", "image/png x", "image/png; charset", "image/png; a b=c",
    "image/png; a=", "image/png; a=b c", "image/png; a=\"b", "image/png; a=b; A=c", "image/png, image/gif", "im(ge/png",
    "image/png; a =b", "image/png;a=b\"c\"",
  ])
  func `a malformed media type is refused`(text: String) {
    #expect(read(text) == nil)
  }

  @Test(arguments: ["image/png", "text/html; charset=utf-8", #"a/b; c="d e"; f="\"\\""#, #"a/b; c="""#])
  func `a media type is written as it was read`(text: String) {
    #expect(read(text)?.description == text)
  }
}

@Suite struct AcceptTests {
  private let lines = HTTPMediaType("application", "x-ndjson")
  private let events = HTTPMediaType("text", "event-stream")

  private func preferred(_ values: String...) -> String? {
    HTTPAccept(values.map { Array($0.utf8)[...] }).preferred(of: [lines, events])?.essence
  }

  @Test func `without Accept the first type is chosen`() {
    #expect(preferred() == "application/x-ndjson")
    #expect(preferred("*/*") == "application/x-ndjson")
    #expect(preferred("") == "application/x-ndjson")
  }

  @Test func `a named type is chosen`() {
    #expect(preferred("text/event-stream") == "text/event-stream")
    #expect(preferred("TEXT/Event-Stream") == "text/event-stream")
    #expect(preferred("application/x-ndjson, text/event-stream") == "application/x-ndjson")
    #expect(preferred("text/*") == "text/event-stream")
    #expect(preferred("image/png", "text/event-stream") == "text/event-stream")
  }

  @Test func `weights decide`() {
    #expect(preferred("application/x-ndjson;q=0.5, text/event-stream") == "text/event-stream")
    #expect(preferred("*/*;q=0.1,text/event-stream;q=0.2") == "text/event-stream")
    #expect(preferred("text/event-stream;q=0.999, */*") == "application/x-ndjson")
    #expect(preferred("text/event-stream;q=0, */*;q=0.001") == "application/x-ndjson")
  }

  @Test func `the most specific range counts`() {
    #expect(preferred("text/event-stream;q=0.1, text/*, application/*;q=0.5") == "application/x-ndjson")
    #expect(preferred("text/event-stream, text/*;q=0, */*;q=0") == "text/event-stream")
  }

  @Test func `no type is chosen if none is acceptable`() {
    #expect(preferred("image/*") == nil)
    #expect(preferred("*/*;q=0") == nil)
    #expect(preferred("text/event-stream;q=0.000") == nil)
  }

  @Test(arguments: [
    "text", "text/event-stream;q=2", "text/event-stream;q=0.0001", "text/event-stream;q=x", "a b/c", ";q=1",
  ])
  func `unreadable elements are left out`(element: String) {
    #expect(preferred("\(element), application/x-ndjson;q=0.1") == "application/x-ndjson")
  }

  @Test func `parameters narrow a range`() {
    #expect(preferred("application/x-ndjson;v=2, text/event-stream;q=0.1") == "text/event-stream")
    let versioned = HTTPMediaType("a", "b", parameters: [HTTPParameter("v", "1")])
    let accept = HTTPAccept([Array("a/b;q=0.2, a/b;v=1;q=0.7".utf8)[...]])
    #expect(accept.quality(of: versioned) == 700)
    #expect(accept.quality(of: HTTPMediaType("a", "b")) == 200)
  }

  @Test func `a type that is named has the greatest of its weights, whatever the parameters`() {
    let accept = HTTPAccept([Array("a/b;q=0.2, A/b;v=1;q=0.7, */*, a/*".utf8)[...]])
    #expect(accept.quality(naming: "a", "b") == 700)
    #expect(accept.quality(naming: "a", "c") == 0)
  }
}
