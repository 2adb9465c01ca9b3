// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProcessKit
import Testing
import WoofHTTP
import WoofModel

@testable import TestKit
@testable import TestPictures

/// TLS, as `curl` sees it.
struct EncryptionTests {
  private static func curl(_ arguments: String..., trusting certificate: String) async throws -> Program.Outcome {
    try await Program.run("curl", ["-sS", "--max-time", "20", "--cacert", certificate] + arguments)
  }

  @Test func `a development certificate is made once, and trusted by clients that are given it`() async throws {
    let folder = try TemporaryFolder()
    let certificate = folder.path("data/development.pem")
    try await blocking {
      var texts: [String] = []
      for _ in 0..<2 {
        let serving = try await ServingProgram(on: folder, ["--tls-self-signed"])
        let address = "https://127.0.0.1:\(serving.port)"
        #expect(serving.addresses == [address])
        let trusted = try await Self.curl("\(address)/healthz", trusting: certificate)
        #expect(trusted.output == "ok\n", "\(trusted.errors)")
        let byName = try await Self.curl("https://localhost:\(serving.port)/healthz", trusting: certificate)
        #expect(byName.output == "ok\n", "\(byName.errors)")
        #expect(try await Program.run("curl", ["-sS", "\(address)/healthz"]).code == 60)
        texts.append(try String(contentsOfFile: certificate))
        #expect(try await serving.stop().code == 0)
      }
      #expect(texts[0] == texts[1])
      var status = stat()
      #expect(stat(certificate, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
    }
  }

  @Test func `plain HTTP to an encrypted port is refused with an explanation`() async throws {
    let folder = try TemporaryFolder()
    try await blocking {
      let serving = try await ServingProgram(on: folder, ["--tls-self-signed"])
      let connection = try RawClient(port: serving.port)
      try connection.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let (text, _) = try connection.receiveToEnd()
      #expect(text.isEmpty || text.hasPrefix("HTTP/1.1 400"))
      let tooOld = try await Self.curl(
        "--tls-max", "1.1", "https://127.0.0.1:\(serving.port)/healthz", trusting: folder.path("data/development.pem"))
      #expect(tooOld.code == 35)
    }
  }

  @Test func `a key that others can read gives a warning, and a private one does not`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.path("live.pem")
    _ = try SelfSignedCertificate.make(at: file)
    try await blocking {
      for (mode, isExposed) in [(0o600, false), (0o640, true), (0o604, true)] as [(mode_t, Bool)] {
        #expect(chmod(file, mode) == 0)
        let serving = try await ServingProgram(on: folder, ["--tls-cert", file, "--tls-key", file])
        let warnings = try serving.log.filter { $0["message"].text?.contains("TLS key is open to others") == true }
        #expect(warnings.count == (isExposed ? 1 : 0))
        #expect(warnings.allSatisfy { $0["path"].text == file && $0["level"] == "warning" })
        _ = try await serving.stop()
      }
    }
  }

  @Test func `SIGHUP loads a new certificate, and connections stay`() async throws {
    let folder = try TemporaryFolder()
    let (file, old, new) = (folder.path("live.pem"), folder.path("old.pem"), folder.path("new.pem"))
    for path in [old, new] { _ = try SelfSignedCertificate.make(at: path) }
    #expect(rename(old, file) == 0)
    _ = link(file, old)
    try await blocking {
      let serving = try await ServingProgram(on: folder, ["--tls-cert", file, "--tls-key", file])
      let address = "https://127.0.0.1:\(serving.port)"
      try await folder.addAccount("ada")
      let events = try Program("curl", arguments: ["-sN", "--max-time", "60", "--cacert", old, "\(address)/v1/events"])
      #expect(try await Self.curl("\(address)/healthz", trusting: old).output == "ok\n")
      while try !serving.metrics().contains("\nwoof_event_subscribers 1\n") {
        try #require(!events.hasEnded, "\(events.errors)")
      }
      #expect(rename(new, file) == 0)
      _ = link(file, new)
      serving.program.signal(SIGHUP)
      try await eventually { try serving.log.contains { $0["message"] == "certificates were read again" } }
      #expect(try await Self.curl("\(address)/healthz", trusting: new).output == "ok\n")
      #expect(try await Self.curl("\(address)/healthz", trusting: old).code == 60)
      try folder.write(SampleJPEG.next(), to: "photo.jpg")
      let upload = try await Self.curl(
        "-u", "ada:\(Credential.standardPassword)", "--data-binary", "@\(folder.path("photo.jpg"))", "-H",
        "Content-Type: image/jpeg", "\(address)/v1/photos?visibility=public", trusting: new)
      let id = try #require(try JSONValue(Array(upload.output.utf8))["id"].text, "\(upload.output)\(upload.errors)")
      try await eventually { events.output.contains(id) }
    }
  }

  @Test func `an invalid new certificate leaves the old one in use`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.path("live.pem")
    _ = try SelfSignedCertificate.make(at: file)
    try await blocking {
      let serving = try await ServingProgram(on: folder, ["--tls-cert", file, "--tls-key", file])
      let kept = folder.path("kept.pem")
      #expect(rename(file, kept) == 0)
      try folder.write("nonsense", to: "live.pem")
      serving.program.signal(SIGHUP)
      try await eventually { try serving.log.contains { $0["message"] == "the certificates were not changed" } }
      #expect(try await Self.curl("https://127.0.0.1:\(serving.port)/healthz", trusting: kept).output == "ok\n")
    }
  }

  @Test(arguments: [["--tls-cert", "/nowhere.pem", "--tls-key", "/nowhere.pem"], ["--tls-cert", "/nowhere.pem"]])
  func `an unreadable certificate keeps the service from starting`(words: [String]) async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program.run(
      ["serve", "--data", folder.path("data"), "--listen", "127.0.0.1:0"] + words)
    #expect(outcome.code == (words.count > 2 ? 1 : 2))
    #expect(outcome.errors.contains(words.count > 2 ? "/nowhere.pem" : "key"), "\(outcome.errors)")
  }
}
