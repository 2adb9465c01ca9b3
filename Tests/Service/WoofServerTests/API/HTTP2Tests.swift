// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// The service over HTTP/2, as `curl` uses it on this machine.
struct HTTP2Tests {
  private static func curl(
    _ arguments: String..., to service: TestService, _ path: String
  ) async throws -> Program.Outcome {
    try await Program.run(
      "curl",
      ["-sS", "--max-time", "20", "--http2-prior-knowledge"] + arguments
        + ["http://127.0.0.1:\(service.port)\(path)"])
  }

  @Test func `a photo is uploaded, liked, listed and fetched`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.path("rex.jpg")
    let picture = SampleJPEG.next()
    try Data(picture).write(to: URL(fileURLWithPath: file))
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let user = "\(ada.name):\(ada.password)"
      let upload = try await Self.curl(
        "-u", user, "-H", "Content-Type: image/jpeg", "--data-binary", "@\(file)", "-w",
        " %{http_version} %{http_code}",
        to: service, "/v1/photos")
      #expect(upload.output.hasSuffix(" 2 201"), "\(upload)")
      let photo = try #require(upload.output.firstMatch(of: /"id":"([^"]+)"/)).1
      let like = try await Self.curl("-u", user, "-X", "PUT", to: service, "/v1/photos/\(photo)/favourite")
      #expect(like.output.contains(#""favouriteCount":1"#))
      #expect(try await Self.curl(to: service, "/v1/photos").output.contains(photo))
      let fetched = folder.path("fetched.jpg")
      _ = try await Self.curl("-o", fetched, to: service, "/v1/photos/\(photo)/original")
      #expect(try Data(contentsOf: URL(fileURLWithPath: fetched)) == Data(picture))
      let part = try await Self.curl(
        "-r", "0-9", "-w", " %{http_code}", "-o", "/dev/null", to: service, "/v1/photos/\(photo)/original")
      #expect(part.output == " 206")
    }
  }

  @Test func `a large upload without a credential is told so, and not cut off`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.path("large")
    try Data(count: 5_000_000).write(to: URL(fileURLWithPath: file))
    try await withService { service in
      for _ in 0..<5 {
        let outcome = try await Self.curl(
          "-T", file, "-X", "POST", "-H", "Content-Type: image/jpeg", "-o", "/dev/null", "-w", "%{http_code}",
          to: service, "/v1/photos")
        #expect(outcome.output == "401", "\(outcome)")
      }
    }
  }

  @Test func `the preface is refused where HTTP/2 is turned off`() async throws {
    try await withService(http: "http2: false") { service in
      let connection = try service.connect()
      try connection.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
      #expect(try connection.receiveResponse().status == 505)
      #expect(try await Self.curl(to: service, "/healthz").code != 0)
    }
  }
}
