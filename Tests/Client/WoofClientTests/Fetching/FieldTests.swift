// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import WoofClient

@Suite struct FieldTests {
  @Test(arguments: [
    (#"attachment; filename="rex.jpg""#, "rex.jpg"), ("attachment; filename=rex.jpg", "rex.jpg"),
    (#"attachment; FileName = "rex at \"home\".jpg"; size=7"#, #"rex at "home".jpg"#),
    (#"attachment; filename="old.jpg"; filename*=UTF-8''gr%C3%BCn.jpg"#, "grün.jpg"),
    (#"attachment; filename*=ISO-8859-1''x.jpg; filename="y.jpg""#, "y.jpg"),
    (#"attachment; size=7; filename="a;b.jpg""#, "a;b.jpg"), (#"inline; filename="no end"#, "no end"),
  ])
  func `a suggested name is read`(field: String, name: String) {
    #expect(ContentDisposition.fileName(in: field) == name)
  }

  @Test(arguments: ["attachment", "", ";;;", "attachment; filename", "attachment; name=x"])
  func `a field without a name has none`(field: String) {
    #expect(ContentDisposition.fileName(in: field) == nil)
  }

  @Test(arguments: [
    "../rex.jpg", "/etc/passwd", "..", ".", ".profile", #"..\\rex.jpg"#, "a/b.jpg", "", "a\u{0}b", "a\nb",
    String(repeating: "x", count: 256),
  ])
  func `a name that would leave the folder or hide the file is refused`(name: String) throws {
    let url = try #require(URL(string: "http://woof.invalid/x?token=secret"))
    do {
      _ = try ContentDisposition.safeFileName(in: "attachment; filename=\"\(name)\"", from: url)
      Issue.record("taken")
    } catch {
      #expect(error.code == .invalidServerResponse)
      #expect(!error.message.contains("secret"))
    }
  }

  @Test func `an encoded slash counts as a slash`() throws {
    let url = try #require(URL(string: "http://woof.invalid/x"))
    #expect(throws: WoofError.self) {
      try ContentDisposition.safeFileName(in: "attachment; filename*=UTF-8''..%2Frex.jpg", from: url)
    }
  }

  @Test(arguments: [
    "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:",
    " sha-512=:AAAA:,\tsha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:;a=1 ",
  ])
  func `a digest is found among others`(field: String) throws {
    #expect(try ReprDigest.digest(in: field) == Digest(of: Data()))
  }

  @Test(arguments: [
    "", "sha-256", "sha-256=", "sha-256=::", "sha-256=:AAAA:", "sha-256=:!:", "sha-512=:AAAA:", "sha-256=:",
  ])
  func `a malformed digest is ignored`(field: String) {
    #expect(ReprDigest.digest(in: field) == nil)
  }

  @Test func `a digest that is written reads back the same`() throws {
    let digest = try Digest(of: Data("woof".utf8))
    #expect(ReprDigest.digest(in: ReprDigest.value(for: digest)) == digest)
  }

  @Test func `media types are compared without their parameters`() {
    #expect(MediaTypeField.essence(of: "Application/JSON; charset=utf-8") == "application/json")
    #expect(MediaTypeField.essence(of: nil).isEmpty)
  }

  @Test(arguments: [
    ("max-size=50000000, max-append-size=1024, max-age=86400", 50_000_000, 1024), ("max-append-size=7;x=1", nil, 7),
    ("max-size=, max-append-size=many", nil, nil), ("max-size=99999999999999999999", nil, nil), ("", nil, nil),
    ("max-size", nil, nil),
  ])
  func `limits of uploads are read`(field: String, size: Int64?, part: Int64?) {
    #expect(UploadLimits(in: field) == UploadLimits(maximumByteCount: size, maximumPartByteCount: part))
  }
}
