// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Uploads that are no sound pictures.
struct PictureTests {
  /// Something that is not a picture, with a name.
  struct Sample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
  }

  private static func text(_ name: String, _ text: String) -> Sample {
    Sample(testDescription: name, bytes: Array(text.utf8))
  }

  static let foreign: [Sample] = [
    text("text", "hello, I am a dog"), text("one byte", "x"), text("HTML", "<!DOCTYPE html><script>alert(1)</script>"),
    text("SVG", "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
    text("PDF", "%PDF-1.7\n%\u{E2}\n"), text("shell script", "#!/bin/sh\nrm -rf /\n"),
    text("PHP behind GIF", "GIF89a<?php system($_GET['c']); ?>"), text("PostScript", "%!PS-Adobe-3.0\n"),
    text("MVG", "push graphic-context\nfill 'url(https://example.com/\"|ls \"-la)'\npop graphic-context"),
    Sample(testDescription: "ELF", bytes: [0x7F, 0x45, 0x4C, 0x46] + [UInt8](repeating: 0, count: 200)),
    Sample(testDescription: "ZIP", bytes: [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 200)),
    Sample(testDescription: "MP4", bytes: .big32(24) + .text("ftypisom") + .big32(0) + .text("isommp42")),
    Sample(testDescription: "TIFF", bytes: [0x49, 0x49, 42, 0, 8, 0, 0, 0] + [UInt8](repeating: 0, count: 60)),
    Sample(testDescription: "BMP", bytes: .text("BM") + [UInt8](repeating: 0, count: 60)),
    Sample(testDescription: "zeros", bytes: [UInt8](repeating: 0, count: 100_000)),
  ]

  @Test(arguments: foreign)
  func `bytes that are not a picture are refused by a named transformer with a reason`(sample: Sample) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let response = try ada.post("/v1/photos", ["Content-Type": "image/jpeg"], sample.bytes)
      #expect(response.status == 422)
      #expect(response.problem == "invalid-image")
      #expect(try response.member("transformer").text?.isEmpty == false)
      #expect(try response.member("reason").text?.isEmpty == false)
      try await eventually { service.spooledFiles.isEmpty }
      #expect(service.blobs.isEmpty)
    }
  }

  @Test(arguments: [
    SampleJPEG.rich.bytes, SamplePNG().bytes, SampleGIF().bytes, SampleWebP.lossyFile().bytes, SampleHEIF().bytes,
  ])
  func `a truncated picture is refused`(picture: [UInt8]) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      for count in stride(from: 1, to: picture.count - 1, by: 7) {
        let response = try ada.post("/v1/photos", [:], Array(picture[..<count]))
        #expect(response.problem == "invalid-image", "cut at \(count)")
      }
      #expect(service.blobs.isEmpty)
    }
  }

  @Test(arguments: [
    SamplePNG(width: 60_000, height: 60_000, pixelData: SamplePNG.stored([0])).bytes,
    SampleJPEG(width: 60_000, height: 60_000, scanData: [0]).bytes,
    SampleGIF(width: 60_000, height: 60_000).bytes, SampleWebP.losslessFile(width: 16_000, height: 16_000).bytes,
    SampleHEIF(properties: [("ispe", SampleHEIF.size(60_000, 60_000))]).bytes,
  ])
  func `a small file that claims to be a huge picture is refused`(picture: [UInt8]) async throws {
    #expect(picture.count < 2_000)
    try await withService { service in
      let response = try await service.member("ada").post("/v1/photos", [:], picture)
      #expect(response.status == 422)
      #expect(response.problem == "invalid-image")
    }
  }

  @Test func `a refusal names the offending byte`() async throws {
    try await withService { service in
      var picture = SamplePNG().bytes
      picture[20] ^= 1
      let response = try await service.member("ada").post("/v1/photos", [:], picture)
      #expect(response.problem == "invalid-image")
      let offset = try #require(try response.member("offset").integer)
      #expect((8...33).contains(offset))
    }
  }

  @Test func `other content behind or within a picture is served as a picture, and never as a page`()
    async throws
  {
    try await withService { service in
      let ada = try await service.member("ada")
      let page = Array("<html><script>alert(1)</script></html>".utf8)
      let within = SampleJPEG(segments: [(0xFE, page)]).bytes
      let behind = SampleGIF().bytes + page
      for polyglot in [within, behind] {
        let response = try ada.post("/v1/photos", ["Content-Type": "text/html"], polyglot)
        #expect(response.status == 415)
        let asPicture = try ada.post("/v1/photos", ["Content-Type": "image/svg+xml"], polyglot)
        guard asPicture.status == 201 else {
          #expect(asPicture.problem == "invalid-image")
          continue
        }
        let id = try #require(try asPicture.member("id").text)
        let original = try ada.get("/v1/photos/\(id)/original")
        #expect(original["Content-Type"] == "image/jpeg" || original["Content-Type"] == "image/gif")
        #expect(original["X-Content-Type-Options"] == "nosniff")
      }
    }
  }

  @Test func `an upload that exceeds the limit is refused while it arrives`() async throws {
    try await withService(photos: #"bytes: "100 kB""#) { service in
      let ada = try await service.addAccount("ada")
      let connection = try service.connect()
      try connection.send(
        "POST /v1/photos HTTP/1.1\r\nHost: x\r\nAuthorization: \(ada.authorization)\r\nTransfer-Encoding: chunked\r\n\r\n"
      )
      let picture = SampleJPEG.large(byteCount: 200_000)
      for start in stride(from: 0, to: picture.count, by: 10_000) {
        let part = picture[start..<min(start + 10_000, picture.count)]
        // The service may have ended the connection by now.
        guard
          (try? connection.send(Array("\(String(part.count, radix: 16))\r\n".utf8) + part + Array("\r\n".utf8))) != nil
        else { break }
      }
      let response = ClientResponse(try connection.receiveResponse())
      #expect(response.status == 413)
      #expect(response.problem == "payload-too-large")
      #expect(try response.member("limit") == 100_000)
      try await eventually { service.spooledFiles.isEmpty }
    }
  }
}
