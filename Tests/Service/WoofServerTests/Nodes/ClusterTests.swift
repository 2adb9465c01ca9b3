// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofModel

@testable import ObjectStoreTestKit
@testable import PostgreSQLTestKit
@testable import TestKit
@testable import TestPictures

/// `script/cluster`, with what is built here: PostgreSQL, a real object store, nodes and a balancer.
@Suite(
  .enabled(
    if: PostgreSQLInstallation.isInstalled && ObjectStoreEngine.isInstalled && access("/usr/sbin/haproxy", X_OK) == 0,
    "needs PostgreSQL, OpenStack Swift and haproxy, which script/test installs"),
  .timeLimit(.minutes(5)))
struct ClusterTests {
  @Test func `the gallery goes on when a node, the store or the database is killed`() async throws {
    let cluster = try await Cluster()
    let photo = try await cluster.upload(SampleJPEG.next())
    #expect(photo.status == "201")
    let id = try #require(try JSONValue(Array(photo.body.utf8))["id"].text)
    for part in ["node1", "s3", "postgresql"] {
      let process = try cluster.kill(part)
      // What is refused meanwhile is refused for a while.
      try await soon("a like behind \(part)") {
        try await cluster.ask("-X", "PUT", "/v1/photos/\(id)/favourite").status == "200"
      }
      try await soon("an original behind \(part)") {
        try await cluster.ask("-o", "/dev/null", "/v1/photos/\(id)/original").status == "200"
      }
      try await soon("an upload behind \(part)") { try await cluster.upload(SampleJPEG.next()).status == "201" }
      try await soon("a new process of \(part)") { cluster.process(of: part).map { $0 != process } ?? false }
    }
    let processes = ["node1", "node2", "haproxy", "s3", "postgresql"].compactMap { cluster.process(of: $0) }
    let outcome = try await cluster.end()
    #expect(outcome.code == 0)
    #expect(processes.count == 5 && processes.allSatisfy { Glibc.kill($0, 0) != 0 })
  }
}

/// Waits until something is so that may not be for a while; fails, and says what, where that takes too long.
private func soon(_ what: String, _ condition: () async throws -> Bool) async throws {
  for _ in 0..<1_500 {
    if try await condition() { return }
    try await Task.sleep(for: .milliseconds(100))
  }
  throw TestFailure("there was not for too long: \(what)")
}

/// A running `script/cluster` of two nodes.
private final class Cluster {
  /// The port of the balancer, below those that the system gives away.
  let port = 21_000 + Int(getpid()) % 9_000
  private let folder: TemporaryFolder
  private let script: Program

  /// Starts it, and waits until it can be used.
  init() async throws {
    folder = try TemporaryFolder()
    // The database has a user of its own, who must pass.
    chmod(folder.path, 0o711)
    let binaries = Program.woof.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    let script = try Program(
      "\(PackageFolder.path)/script/cluster",
      arguments: [
        "--nodes", "2", "--port", "\(port)", "--data", folder.path("cluster"), "--binaries", binaries,
      ])
    self.script = script
    try await soon("a cluster that has started") {
      guard !script.hasEnded else { throw TestFailure("it does not start: \(script.errors)") }
      return script.errors.contains("Woof runs as 2 nodes")
    }
  }

  /// Asks the balancer by curl, as the account of the demonstration.
  ///
  /// - Returns: The status, `000` where there was no response, and what came.
  func ask(_ words: String...) async throws -> (status: String, body: String) { try await ask(words) }

  /// Uploads a picture for everybody to see.
  func upload(_ picture: [UInt8]) async throws -> (status: String, body: String) {
    try folder.write(picture, to: "photo.jpg")
    return try await ask([
      "-H", "Content-Type: image/jpeg", "--data-binary", "@\(folder.path("photo.jpg"))", "/v1/photos?visibility=public",
    ])
  }

  private func ask(_ words: [String]) async throws -> (status: String, body: String) {
    let arguments = ["-s", "--max-time", "20", "-u", "dog:woof", "-w", "\n%{http_code}"] + words.dropLast()
    let output = try await Program.run("curl", arguments + ["http://127.0.0.1:\(port)\(words.last ?? "/")"]).output
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    return (String(lines.last ?? "000"), lines.dropLast().joined(separator: "\n"))
  }

  /// The number of the process of a part; `nil` while there is none.
  func process(of part: String) -> pid_t? {
    let file = part == "postgresql" ? "postgresql/postmaster.pid" : "\(part).pid"
    let line = String(decoding: folder.read("cluster/\(file)"), as: UTF8.self).split(separator: "\n").first
    return line.flatMap { pid_t($0) }
  }

  /// Kills a part.
  ///
  /// - Returns: The number of the process that is no more.
  func kill(_ part: String) throws -> pid_t {
    guard let process = process(of: part) else { throw TestFailure("\(part) does not run") }
    Glibc.kill(process, SIGKILL)
    return process
  }

  /// Ends everything, and waits for that.
  func end() async throws -> Program.Outcome {
    script.signal(SIGTERM)
    return try await script.outcome()
  }
}
