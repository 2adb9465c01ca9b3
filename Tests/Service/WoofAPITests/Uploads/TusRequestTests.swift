// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofHTTP
import WoofModel

@testable import TestKit
@testable import WoofAPI

/// The fields of requests that speak tus, read from any text.
struct TusRequestTests {
  private let ids = ["0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"]

  @Test func `metadata has the details of a photo`() throws {
    let text = "filename cmV4LmpwZw==,caption UmV4,visibility dW5saXN0ZWQ=,other /w==,flag"
    let details = try TusMetadata(text).details(.private)
    #expect(details.fileName == "rex.jpg")
    #expect(details.caption == "Rex")
    #expect(details.visibility == .unlisted)
    #expect(try TusMetadata("flag").details(.private) == PhotoUpload.Details(visibility: .private))
  }

  @Test func `the name of the file is the first of two that are sent`() throws {
    #expect(try TusMetadata("name YQ==,filename Yg==").details(.private).fileName == "b")
    #expect(try TusMetadata("name YQ==").details(.private).fileName == "a")
    #expect(try TusMetadata("name Li4v").details(.private).fileName == nil)
  }

  @Test func `a concatenation names its parts by any address`() {
    let parts = ids.compactMap { UploadID($0) }
    #expect(TusConcatenation("partial") == .partial)
    #expect(TusConcatenation("final;/v1/tus/\(ids[0])") == .final([parts[0]]))
    #expect(
      TusConcatenation("final;https://a.example/x/v1/tus/\(ids[1])  /v1/tus/\(ids[0])") == .final([parts[1], parts[0]]))
    for text in [
      "", "final", "final;", "PARTIAL", "final;\(ids[0])", "final;/v1/tus/\(ids[0])/", "final;/tus/\(ids[0])",
    ] {
      #expect(TusConcatenation(text) == nil, "\(text)")
    }
  }

  @Test func `any text is read or refused`() throws {
    var random = SeededGenerator(seed: 7)
    let seeds = [
      "filename cmV4LmpwZw==,caption UmV4", "final;/v1/tus/\(ids[0]) /v1/tus/\(ids[1])",
      "sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=",
      "123456789012345678",
    ]
    var readCount = 0
    for _ in 0..<20_000 {
      var bytes = Array(seeds[Int.random(in: 0..<seeds.count, using: &random)].utf8)
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0x20...0xFF, using: &random)
        case 1: bytes.insert(Array(" ,;=/\u{7F}".utf8)[Int.random(in: 0..<6, using: &random)], at: place)
        default: if bytes.count > 1 { bytes.remove(at: place) }
        }
      }
      var fields = HTTPFields()
      for name in [HTTPFieldName.uploadMetadata, .uploadConcatenation, .uploadChecksum, .uploadLength, .uploadOffset] {
        fields.append(name, utf8: bytes)
      }
      let request = TusRequest(TestRequest.make(.post, "/v1/tus", fields: fields))
      if let metadata = try? request.metadata {
        #expect(metadata.text == fields[.uploadMetadata])
        _ = try? metadata.details(.private)
        readCount += 1
      }
      if case .final(let parts)? = try? request.concatenation(partLimit: 2) { #expect((1...2).contains(parts.count)) }
      if let length = try? request.length { #expect(length >= 0) }
      _ = try? request.checksum
    }
    #expect(readCount > 1_000)
  }
}
