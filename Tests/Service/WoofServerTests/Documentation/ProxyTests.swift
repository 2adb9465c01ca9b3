// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofHTTP
import WoofModel

@testable import TestKit
@testable import TestPictures

/// The configurations of Documentation/proxies.md, run by the proxies that are installed.
@Suite(.timeLimit(.minutes(3))) struct ProxyTests {
  @Test(arguments: RunningProxy.Kind.installed)
  func `requests, uploads and streams pass the proxy that the page configures`(kind: RunningProxy.Kind) async throws {
    let folder = try TemporaryFolder()
    let credential = try await folder.addAccount("ada")
    try await blocking {
      let port = try ReservedPort()
      let address = "https://\(RunningProxy.host):\(port.port)"
      try folder.write(
        """
        {modules: {"service.http": {
          listen: ["127.0.0.1:0"], origins: ["\(address)"], proxies: {trusted: ["127.0.0.1"]},
        }}}
        """, to: "woof.json5")
      let serving = try await ServingProgram(["--config", folder.path("woof.json5"), "--data", folder.path("data")])
      let proxy = try await RunningProxy(kind, at: port.port, to: serving.port, in: folder)
      let user = "\(credential.name):\(credential.password)"

      #expect(try await proxy.curl("-u", user, "/v1/me").contains(#""name":"ada""#))
      // Nobody may make up where they come from.
      _ = try await proxy.curl("-H", "X-Forwarded-For: 203.0.113.9", "-H", "Forwarded: for=203.0.113.9", "/healthz")
      try await eventually { try serving.log.contains { $0["path"].text == "/healthz" } }
      #expect(try !serving.log.contains { $0["peer"].text == "203.0.113.9" })

      try folder.write(SampleJPEG.next(), to: "photo.jpg")
      let photo = try await proxy.curl(
        "-u", user, "-H", "Content-Type: image/jpeg", "--data-binary", "@\(folder.path("photo.jpg"))",
        "/v1/photos?visibility=public")
      let id = try #require(try JSONValue(Array(photo.utf8))["id"].text, "\(photo)")
      for version in ["--http1.1", "--http2"] {
        try folder.write(SampleJPEG.next(), to: "photo.jpg")
        let resumable = try await proxy.curl(
          version, "-u", user, "-H", "Content-Type: image/jpeg", "-H", "Upload-Draft-Interop-Version: 6", "-H",
          "Upload-Complete: ?1", "--data-binary", "@\(folder.path("photo.jpg"))", "/v1/photos")
        #expect(resumable.contains(#""owner":"ada""#), "\(kind) \(version): \(resumable)")
      }
      let refused = try await proxy.curl(
        "-o", "/dev/null", "-w", "%{http_code}", "-H", "Expect: 100-continue", "-H", "Content-Type: image/jpeg",
        "--data-binary", "@\(folder.path("photo.jpg"))", "/v1/photos")
      #expect(refused == "401")

      let events = try proxy.start("-N", "/v1/events")
      let favourite = try await proxy.curl(
        "-X", "PUT", "-u", user, "-H", "Origin: \(address)", "/v1/photos/\(id)/favourite")
      #expect(favourite.contains(#""favouriteCount":1"#), "\(favourite)")
      // The stream may have begun after the favourite was set: others follow.
      var isSet = false
      for _ in 0..<200 where !events.output.contains(#""kind":"favourites""#) {
        _ = try await proxy.curl("-X", isSet ? "PUT" : "DELETE", "-u", user, "/v1/photos/\(id)/favourite")
        isSet.toggle()
      }
      #expect(events.output.contains(#""kind":"favourites""#))
    }
  }

  @Test(.enabled(if: RunningProxy.Kind.installed.contains(.haproxy), "install haproxy"))
  func `HAProxy passes TLS bytes on, and names the client`() async throws {
    let folder = try TemporaryFolder()
    try await blocking {
      let port = try ReservedPort()
      try folder.write(
        """
        {modules: {"service.http": {
          listen: ["127.0.0.1:0 proxy-protocol"], origins: ["https://\(RunningProxy.host):\(port.port)"],
          proxies: {trusted: ["127.0.0.1"]}, tls: {selfSigned: true},
        }}}
        """, to: "woof.json5")
      let serving = try await ServingProgram(["--config", folder.path("woof.json5"), "--data", folder.path("data")])
      let proxy = try await RunningProxy(.haproxy, at: port.port, to: serving.port, in: folder, passesBytes: true)
      #expect(try await proxy.curl("-k", "-o", "/dev/null", "-w", "%{http_code}", "/v1/photos") == "200")
      // Then all lines have been written.
      _ = try await serving.stop()
      #expect(try serving.log.contains { $0["peer"].text == "127.0.0.1" && $0["path"].text == "/v1/photos" })
    }
  }
}
