// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import TestKit
@testable import TestPictures

/// What goes wrong says so, says what to do, ends with 1, and leaves nothing half-written.
@Suite(.timeLimit(.minutes(2))) struct `Commands against broken or hostile services` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func expectFailure(
    _ arguments: [String], _ url: String, code: Int32 = 1, says remedy: String,
    location: SourceLocation = #_sourceLocation
  ) async throws {
    let outcome = try await Dogs.run(["--url", url] + arguments)
    #expect(outcome.code == code, "\(outcome)", sourceLocation: location)
    #expect(outcome.errors.contains(remedy), "\(outcome)", sourceLocation: location)
    #expect(!outcome.errors.unicodeScalars.contains { $0 == "\u{1B}" }, sourceLocation: location)
    #expect(folder.names.isEmpty, "left behind: \(folder.names)", sourceLocation: location)
  }

  @Test(arguments: ["localhost:9663", "ftp://example.org", "nonsense", "http://", "http://a b/"])
  func `an impossible address is reported`(url: String) async throws {
    try await expectFailure(["list"], url, says: "no address of a service")
  }

  @Test func `a service that cannot be reached is reported`() async throws {
    let listener = try ScriptedListener { _ in [] }
    let port = listener.port
    _ = consume listener
    try await eventually {
      let probe = try? RawClient(port: port)
      return probe == nil
    }
    try await expectFailure(["list"], "http://127.0.0.1:\(port)", says: "that the service runs")
  }

  @Test func `an untrusted certificate is reported`() async throws {
    try await blocking {
      let service = try await DogService(tls: true, accounts: [])
      let outcome = try await Dogs.run(["--url", service.options[1], "list"])
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains("--ca FILE"), "\(outcome)")
      try await service.stop()
    }
  }

  @Test func `a missing file of certificates is reported`() async throws {
    try await expectFailure(["list", "--ca", "/nonexistent.pem"], "https://127.0.0.1:1", says: "--ca names a file")
  }

  @Test func `a page in place of JSON is reported`() async throws {
    let listener = try ScriptedListener { _ in
      ScriptedListener.response(200, ["Content-Type": "text/html"], Array("<html>Hello</html>".utf8))
    }
    try await expectFailure(["list"], listener.url, says: "check that the address is that of a Woof service")
  }

  @Test(arguments: ["{", "[]", "{\"items\":7}", "null"])
  func `JSON of another service is reported`(text: String) async throws {
    let listener = try ScriptedListener { _ in ScriptedListener.json(text) }
    try await expectFailure(["list"], listener.url, says: "is not Woof's")
  }

  @Test func `a server that does not speak HTTP is reported`() async throws {
    let listener = try ScriptedListener { _ in Array("SSH-2.0-dog\r\n".utf8) }
    try await expectFailure(["list"], listener.url, says: "address")
  }

  @Test func `a problem's text cannot control the terminal`() async throws {
    let listener = try ScriptedListener { _ in
      ScriptedListener.response(
        400, ["Content-Type": "application/problem+json"],
        Array(#"{"type":"https://woof.invalid/problems/invalid-request","detail":"\u001b[2Jx"}"#.utf8))
    }
    try await expectFailure(["list"], listener.url, says: "\u{FFFD}[2Jx")
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/rex", "-o/tmp/rex"])
  func `an address of a ticket to which nothing can be uploaded is refused`(address: String) async throws {
    let bytes = SampleJPEG.withComment("ticket")
    let (pictures, digest) = (try TemporaryFolder(), try HostileService.digest(of: bytes))
    try pictures.write(bytes, to: "rex.jpg")
    let listener = try ScriptedListener { _ in
      ScriptedListener.json(
        """
        {"id":"\(HostileService.id)","url":"\(address)","digest":"\(digest)","byteCount":\(bytes.count),\
        "contentType":"image/jpeg","caption":"","visibility":"private","createdAt":"2026-05-01T10:00:00.000Z",\
        "expiresAt":"2036-05-01T10:00:00.000Z"}
        """, status: 201)
    }
    try await expectFailure(
      ["ticket", "create", pictures.path("rex.jpg"), "--visibility", "private"], listener.url,
      says: "gave no address to upload to")
  }

  @Test func `a download that is shorter than announced fails`() async throws {
    let bytes = SampleJPEG.withComment("short")
    let listener = try HostileService.photo(bytes) { fields in
      ScriptedListener.response(200, fields, Array(bytes.dropLast(10)), length: bytes.count)
    }
    try await expectFailure(
      ["fetch", HostileService.id, "-o", folder.path("rex.jpg")], listener.url, says: "broke off")
  }

  @Test func `a download that is longer than announced fails`() async throws {
    let bytes = SampleJPEG.withComment("long")
    let listener = try HostileService.photo(bytes) { fields in
      ScriptedListener.response(200, fields, bytes, length: bytes.count - 10)
    }
    try await expectFailure(
      ["fetch", HostileService.id, "-o", folder.path("rex.jpg")], listener.url, says: "is not what was announced")
  }

  @Test func `bytes with another digest are refused`() async throws {
    let (bytes, other) = (SampleJPEG.withComment("one"), SampleJPEG.withComment("two"))
    let listener = try HostileService.photo(bytes, digest: HostileService.digest(of: other)) { fields in
      ScriptedListener.response(200, fields, bytes)
    }
    for words in [
      ["fetch", HostileService.id, "-o", folder.path("x")], ["download", HostileService.id, "--into", folder.path],
    ] {
      try await expectFailure(words, listener.url, says: "is not what was announced")
    }
  }

  @Test(arguments: ["image/../../rex", "../rex", "/etc/passwd", ""])
  func `a format that would lead out of the folder gives the extension bin`(type: String) async throws {
    let bytes = SampleJPEG.withComment("name")
    let listener = try HostileService.photo(bytes, type: type) { ScriptedListener.response(200, $0, bytes) }
    let outcome = try await Dogs.run(["--url", listener.url, "download", HostileService.id, "--into", folder.path])
    #expect(outcome.code == 0, "\(outcome)")
    #expect(folder.names == ["\(HostileService.id).bin"])
  }

  @Test func `an event that is not JSON is reported`() async throws {
    let listener = try ScriptedListener { _ in
      ScriptedListener.response(
        200, ["Content-Type": "application/x-ndjson", "Woof-Last-Change": "1"], Array("woof!\n".utf8))
    }
    try await expectFailure(["watch"], listener.url, says: "is not Woof's")
  }

  @Test func `a folder without write permission is reported`() async throws {
    let bytes = SampleJPEG.withComment("folder")
    let listener = try HostileService.photo(bytes) { ScriptedListener.response(200, $0, bytes) }
    for words in [["download", "--into", "/proc/dogs"], ["fetch", "-o", "/proc/rex.jpg"]] {
      try await expectFailure([words[0], HostileService.id] + words.dropFirst(), listener.url, says: "/proc")
    }
    try folder.write("a file", to: "file")
    let outcome = try await Dogs.run(
      ["--url", listener.url, "download", HostileService.id, "--into", folder.path("file")])
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("name another folder by --into"))
    #expect(folder.names == ["file"])
  }

  @Test(
    .disabled(if: Sanitizer.isActive, "the limit is one for its files too"),
    arguments: ["download ID --into FOLDER", "fetch ID -o FOLDER/rex.jpg"])
  func `a full disk is reported`(words: String) async throws {
    let bytes = SampleJPEG.large(byteCount: 100_000, seed: 1)
    let listener = try HostileService.photo(bytes) { ScriptedListener.response(200, $0, bytes) }
    let call = words.replacing("ID", with: HostileService.id).replacing("FOLDER", with: folder.path)
    // A limit on the length of files stands for a disk that is full.
    let outcome = try await Program.run(
      "bash", ["-c", "trap '' XFSZ; ulimit -f 8; exec '\(Program.dogs)' --url \(listener.url) \(call) 2>&1 | cat"])
    #expect(outcome.output.contains("there is no room for it"), "\(outcome)")
    #expect(folder.names.isEmpty, "left behind: \(folder.names)")
  }

  @Test(arguments: [
    "fetch \(HostileService.id)", "list", "list --json", "show \(HostileService.id)",
    "download \(HostileService.id) --into FOLDER", "manual", "completions bash", "list --help",
  ])
  func `a full disk behind standard output is reported`(words: String) async throws {
    let bytes = SampleJPEG.withComment("full")
    let listener = try HostileService.photo(bytes) { ScriptedListener.response(200, $0, bytes) }
    let call = words.replacing("FOLDER", with: folder.path)
    let outcome = try await Program.run(
      "bash", ["-c", "'\(Program.dogs)' \(call) > /dev/full"], environment: ["DOGS_URL=\(listener.url)"])
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("standard output takes no more"), "\(outcome)")
  }

  @Test func `a reader that closes standard output is no failure`() async throws {
    // A pipe whose reader has left before anything is written, and no signal of that.
    let script = "trap '' PIPE; mkfifo left; exec 3<>left 4>left 3>&-; exec '\(Program.dogs)' manual >&4"
    let outcome = try await Program.run("bash", ["-c", "cd '\(folder.path)' && \(script)"])
    #expect(outcome.code == 0)
    #expect(outcome.errors.isEmpty, "\(outcome)")
  }

  @Test func `errors are JSON if results are`() async throws {
    let listener = try ScriptedListener { _ in
      ScriptedListener.response(
        404, ["Content-Type": "application/problem+json"],
        Array(#"{"type":"https://woof.invalid/problems/not-found","detail":"There is no such photo."}"#.utf8))
    }
    let outcome = try await Dogs.run(["--url", listener.url, "show", HostileService.id, "--json"])
    #expect(outcome.code == 1)
    #expect(outcome.output.isEmpty)
    #expect(try JSONLines(outcome.errors).first?["error"] == "not-found")
  }
}
