// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTP
import WoofHTTPSemantics

@testable import TestKit

/// What a parser made of a form, comparable.
private struct FormOutcome: Equatable {
  struct Part: Equatable {
    var name: String
    var fileName: String?
    var type: String?
    var data: [UInt8] = []
    var isComplete = false
  }

  var parts: [Part] = []
  var hasEnded = false
  var error: MultipartFormError?

  init(_ pieces: [[UInt8]], boundary: String, limits: MultipartFormLimits) {
    do throws(MultipartFormError) {
      let type = HTTPMediaType("multipart", "form-data", parameters: [HTTPParameter("boundary", boundary)])
      var parser = try MultipartFormParser(contentType: type, limits: limits)
      for piece in pieces { try feed(piece, to: &parser) }
      try parser.finish()
    } catch {
      self.error = error
    }
  }

  private mutating func feed(_ piece: [UInt8], to parser: inout MultipartFormParser) throws(MultipartFormError) {
    let span = piece.span.bytes
    var offset = 0
    while let event = try parser.next(in: span, from: &offset) {
      switch event {
      case .part(let part):
        parts.append(Part(name: part.name, fileName: part.fileName, type: part.contentType?.description))
      case .data(let range): parts[parts.count - 1].data += piece[range]
      case .heldData(let bytes): parts[parts.count - 1].data += bytes
      case .partEnd: parts[parts.count - 1].isComplete = true
      case .end: hasEnded = true
      }
    }
    #expect(offset == piece.count)
  }
}

@Suite struct MultipartFormTests {
  private func read(
    _ text: String, boundary: String = "bound", limits: MultipartFormLimits = MultipartFormLimits(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> FormOutcome {
    outcomeOfEveryChunking(of: Array(text.utf8), sourceLocation: sourceLocation) {
      FormOutcome($0, boundary: boundary, limits: limits)
    }
  }

  private func part(_ name: String, _ data: String) -> String {
    "--bound\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(data)\r\n"
  }

  private func data(_ outcome: FormOutcome) -> [String] {
    outcome.parts.map { String(decoding: $0.data, as: UTF8.self) }
  }

  @Test func `parts are read with their names and data`() {
    let file =
      "--bound\r\ncontent-disposition: form-data; name=\"photo\"; filename=\"rex.png\"\r\nContent-Type: image/PNG\r\n\r\n"
      + "\u{89}PNG\r\n\u{1A}\n\r\n"
    let outcome = read(part("caption", "Rex at the lake") + file + "--bound--\r\n")
    #expect(outcome.error == nil)
    #expect(outcome.hasEnded)
    #expect(outcome.parts.map(\.name) == ["caption", "photo"])
    #expect(outcome.parts.map(\.fileName) == [nil, "rex.png"])
    #expect(outcome.parts.map(\.type) == [nil, "image/png"])
    #expect(data(outcome) == ["Rex at the lake", "\u{89}PNG\r\n\u{1A}\n"])
    #expect(outcome.parts.map(\.isComplete) == [true, true])
  }

  @Test(arguments: [
    "", "\r", "\n", "\r\n", "\r\n\r\n", "-", "--", "\r\n--", "\r\n--boun", "\r\n--bouns", "x--bound", "\n--bound",
    "\r--bound", "\r\n-bound", "\r\r\n--boun\r\n", "\r\n\r\n--bou", "\r\n--\r\n--\r\n--bo", "a\r", "a\r\r\r",
    "\r\n--boun\r",
    "\r\n --bound", "\r\n--Bound", "a\r\n-\r\n--b\r\n--boun\n",
  ])
  func `data that resembles a boundary stays data`(text: String) {
    let outcome = read(part("a", text) + part("b", text + text) + "--bound--")
    #expect(outcome.error == nil)
    #expect(data(outcome) == [text, text + text])
  }

  @Test func `a form can have no parts`() {
    let outcome = read("--bound--\r\n")
    #expect(outcome.error == nil)
    #expect(outcome.parts.isEmpty)
    #expect(outcome.hasEnded)
  }

  @Test func `a part without data needs no line end of its own`() {
    let outcome = read("--bound\r\nContent-Disposition: form-data; name=a\r\n\r\n" + part("b", "x") + "--bound--")
    #expect(outcome.error == nil)
    #expect(data(outcome) == ["", "x"])
  }

  @Test func `text before and after the parts is skipped`() {
    let outcome = read("This is a form.\r\n\r\n--boun\r\n" + part("a", "x") + "--bound--\r\nbye\r\n--bound\r\n\r\n")
    #expect(outcome.error == nil)
    #expect(data(outcome) == ["x"])
    #expect(read("\r\n" + part("a", "x") + "--bound--").error == nil)
    #expect(read(part("a", "x") + "--bound--bound").error == nil)
  }

  @Test func `spaces can follow a boundary`() {
    let outcome = read(part("a", "x").replacing("--bound\r", with: "--bound \t \r") + "--bound-- \r\n")
    #expect(data(outcome) == ["x"])
  }

  @Test(arguments: [
    "--boundx\r\n", "--bound-\r\n", "--bound\n", "--bound\r\r\n", "--bound -\r\n", "--bound \n", "--bound-x-",
  ])
  func `other characters after a boundary are malformed`(line: String) {
    let outcome = read(part("a", "x") + line + "Content-Disposition: form-data; name=b\r\n\r\n\r\n--bound--")
    guard case .malformed = outcome.error else {
      Issue.record("\(outcome)")
      return
    }
    #expect(data(outcome) == ["x"])
  }

  @Test func `a truncated form is an error wherever it breaks off`() {
    let form = part("a", "one\r\n") + part("b", "two") + "--bound--"
    for count in 0..<form.utf8.count {
      let outcome = FormOutcome([Array(form.utf8.prefix(count))], boundary: "bound", limits: MultipartFormLimits())
      #expect(outcome.error == .truncated, "\(count)")
      #expect(!outcome.hasEnded)
    }
    #expect(read(form).error == nil)
  }

  @Test(arguments: [
    "", "X: y", "Content-Disposition: form-data", "Content-Disposition: attachment; name=a",
    "Content-Disposition: form-data; name=a; name=b", "Content-Disposition: form-data; name=a\r\nContent-Type: image",
    "Content-Disposition: form-data; name=a\r\nContent-Disposition: form-data; name=a",
    "Content-Disposition : form-data; name=a", "Content-Disposition: form-data; name=a\r\n x", "Content-Disposition",
    "Content-Disposition: form-data; name=a\nX: y", "Content-Disposition: form-data; name=\"a\rb\"", ": x",
    "Content-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: base64",
    "Content-Disposition: form-data; name=a\r\nContent-Type: a/b\r\nContent-Type: a/b",
  ])
  func `a part with malformed fields is malformed`(fields: String) {
    let outcome = read("--bound\r\n\(fields)\r\n\r\ndata\r\n--bound--")
    guard case .malformed = outcome.error else {
      Issue.record("\(outcome)")
      return
    }
    #expect(outcome.parts.isEmpty)
  }

  @Test(arguments: ["7bit", "8BIT", "binary"])
  func `an identity transfer encoding is accepted`(encoding: String) {
    let fields = "Content-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: \(encoding)"
    #expect(data(read("--bound\r\n\(fields)\r\n\r\nx\r\n--bound--")) == ["x"])
  }

  @Test func `the fields of a part are kept`() throws {
    let type = try #require(HTTPMediaType(parsing: ArraySlice("multipart/form-data; boundary=\"a b\"".utf8)))
    var parser = try MultipartFormParser(contentType: type)
    let form = Array("--a b\r\nRepr-Digest: sha-256=:x:\r\nContent-Disposition: form-data; name=n\r\n\r\n".utf8)
    var offset = 0
    guard case .part(let part)? = try parser.next(in: form.span.bytes, from: &offset) else {
      Issue.record("no part")
      return
    }
    #expect(part.fields[.reprDigest] == "sha-256=:x:")
    #expect(part.fields.count == 2)
  }

  @Test func `the parts are limited`() {
    let limits = MultipartFormLimits(partCount: 2)
    let form = part("a", "1") + part("b", "2")
    #expect(read(form + "--bound--", limits: limits).error == nil)
    #expect(read(form + part("c", "3"), limits: limits).error == .tooLarge("the form has too many parts", limit: 2))
  }

  @Test func `the fields of a part are limited in size and number`() {
    let long =
      "--bound\r\nContent-Disposition: form-data; name=a\r\nX: " + String(repeating: "y", count: 60) + "\r\n\r\n"
    let size = MultipartFormLimits(headerByteCount: 80)
    #expect(read(long, limits: size).error == .tooLarge("the fields of a part of the form are too large", limit: 80))
    let number = MultipartFormLimits(fieldCount: 1)
    #expect(read(long, limits: number).error == .tooLarge("there are too many header fields", limit: 1))
    #expect(read(part("a", "x") + "--bound--", limits: number).error == nil)
  }

  @Test func `the text before the first part is limited`() {
    let limits = MultipartFormLimits(preambleByteCount: 10)
    let error = MultipartFormError.tooLarge("the text before the first part of the form is too long", limit: 10)
    #expect(read(String(repeating: "x", count: 50), limits: limits).error == error)
    #expect(read("\r\n\r\n\r\n\r\n\r\n" + part("a", "x") + "--bound--", limits: limits).error == nil)
  }

  @Test(arguments: [
    "multipart/form-data", "multipart/form-data; boundary=\"\"", "multipart/form-data; boundary=\"a \"",
    "multipart/form-data; boundary=\"a\\\"b\"", "multipart/mixed; boundary=a", "application/json; boundary=a",
    "multipart/form-data; boundary=\"é\"", "multipart/form-data; boundary=\(String(repeating: "x", count: 71))",
    "multipart/form-data; boundary=a*b",
  ])
  func `a form needs a boundary`(type: String) throws {
    let type = try #require(HTTPMediaType(parsing: ArraySlice(type.utf8)))
    #expect(throws: MultipartFormError.wrongContentType) { try MultipartFormParser(contentType: type) }
  }

  @Test func `a boundary has up to 70 of the characters of RFC 2046`() throws {
    for boundary in ["0", String(repeating: "x", count: 70), "'()+_,-./:=? a"] {
      let type = HTTPMediaType("multipart", "form-data", parameters: [HTTPParameter("boundary", boundary)])
      _ = try MultipartFormParser(contentType: type)
    }
  }

  @Test func `random data in random pieces comes back unchanged`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let alphabet = Array("\r\r\n\n--bx".utf8)
      let payload = (0..<200).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
      let form =
        Array("--b-b\r\nContent-Disposition: form-data; name=a\r\n\r\n".utf8) + payload + Array("\r\n--b-b--".utf8)
      guard payload.firstRange(of: Array("\r\n--b-b".utf8)) == nil, !payload.starts(with: "--b-b".utf8) else {
        continue
      }
      var pieces: [[UInt8]] = []
      var start = 0
      while start < form.count {
        let end = min(form.count, start + Int.random(in: 1...40, using: &generator))
        pieces.append(Array(form[start..<end]))
        start = end
      }
      let outcome = FormOutcome(pieces, boundary: "b-b", limits: MultipartFormLimits())
      #expect(outcome.parts.first?.data == payload)
      #expect(outcome.hasEnded)
    }
  }
}
