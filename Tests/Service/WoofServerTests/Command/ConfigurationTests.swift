// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit

/// The configuration of `woof serve`.
struct ConfigurationTests {
  private static let root = PackageFolder.path

  @Test func `the output of --print-config is an equal configuration`() async throws {
    let folder = try TemporaryFolder()
    let first = try await Program.run(["serve", "--print-config", "--data", folder.path, "--listen", "127.0.0.1:0"])
    #expect(first.code == 0)
    #expect(first.errors.isEmpty)
    try folder.write(first.output, to: "woof.json5")
    let second = try await Program.run(["serve", "--print-config", "--config", folder.path("woof.json5")])
    #expect(second.code == 0)
    #expect(second.output.values == first.output.values)
    #expect(first.output.values.contains(#"listen: ["127.0.0.1:0"],"#))
    #expect(first.output.values.count > 40)
  }

  @Test func `every key is printed with its documentation, allowed values and source`() async throws {
    let text = try await Program.run(["serve", "--print-config", "--listen", "127.0.0.1:0"]).output
    var comments = 0
    for line in text.split(separator: "\n") {
      let line = line.drop { $0 == " " }
      if line.hasPrefix("// ") {
        comments += 1
      } else if line.contains(": "), !line.hasSuffix("{") {
        #expect(comments >= 2, "\(line)")
        comments = 0
      } else {
        comments = 0
      }
    }
    #expect(text.contains("set by --listen"))
  }

  @Test(arguments: [false, true])
  func `the shipped configuration is valid, even with every commented key`(showsAll: Bool) async throws {
    let folder = try TemporaryFolder()
    let shipped = try String(contentsOfFile: "\(Self.root)/Resources/woof.json5")
    let lines = shipped.split(separator: "\n", omittingEmptySubsequences: false).map { line -> Substring in
      // Text begins at the margin, keys do not.
      line.hasPrefix("//") ? "" : showsAll ? line.replacing("// ", with: "") : line
    }
    try folder.write(lines.joined(separator: "\n"), to: "woof.json5")
    let outcome = try await Program.run(["serve", "--print-config", "--config", folder.path("woof.json5")])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("/etc/woof/certificate.pem") == showsAll)
  }

  @Test func `the data folder's file is used by default, and options override it`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{modules: {"service.http": {loops: 3, drainDeadline: "7s"}}}"#, to: "woof.json5")
    let outcome = try await Program.run(["serve", "--print-config", "--data", folder.path])
    #expect(outcome.output.values.contains("loops: 3,"))
    #expect(outcome.output.values.contains(#"drainDeadline: "7s","#))
    let other = try await Program.run(["serve", "--print-config", "--config", "/dev/null", "--data", folder.path])
    #expect(other.code == 1)
  }

  @Test(arguments: [
    (#"{modules: {"service.http": {limits: {conections: 3}}}}"#, "did you mean connections?"),
    (#"{modules: {"servce.http": {}}}"#, "did you mean service.http?"), ("{mdules: {}}", "did you mean modules?"),
    (#"{modules: {"service.http": {loops: 0}}}"#, "1"), (#"{modules: {"service.http": {loops: "many"}}}"#, "integer"),
    (#"{modules: {"service.http": {drainDeadline: "7 parsecs"}}}"#, "duration"),
    (#"{modules: {"service.http": {loops: 1, loops: 2}}}"#, "loops"), ("{", "1:2"), ("", "1:1"), ("[]", "section"),
    (#"{modules: {"service.http": {tls: {certificate: "a.pem"}}}}"#, "key"),
    (#"{modules: {"service.http": {accounts: {signUp: "inviation"}}}}"#, #"did you mean "invitation"?"#),
    (#"{modules: {"service.http": {accounts: {signUp: 7}}}}"#, #""off", "invitation", "open""#),
    (#"{modules: {"service.http": {accounts: {invitations: true}}}}"#, #""administrators", "members""#),
    (#"{log: {level: "loud"}}"#, "warning"),
  ])
  func `mistakes in a configuration are named with position and remedy`(
    text: String, hint: String
  ) async throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "woof.json5")
    let outcome = try await Program.run(["serve", "--config", folder.path("woof.json5"), "--data", folder.path("data")])
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("woof.json5:1:"), "\(outcome.errors)")
    #expect(outcome.errors.contains(hint), "\(outcome.errors)")
    #expect(folder.files(below: "data").isEmpty)
  }

  @Test func `all mistakes are named at once`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("{log: {levl: 1},\n modules: {\"service.http\": {loops: 0, drainDeadline: 5}}}", to: "woof.json5")
    let outcome = try await Program.run(["serve", "--config", folder.path("woof.json5"), "--data", folder.path("data")])
    for place in ["woof.json5:1:8", "woof.json5:2:36", "woof.json5:2:54"] {
      #expect(outcome.errors.contains(place), "\(outcome.errors)")
    }
  }

  @Test(arguments: ["0.0.0.0:0", "[::]:0", "192.0.2.1:9663", "example.org:80"])
  func `plain HTTP is for this machine only, unless the operator allows it`(address: String) async throws {
    let folder = try TemporaryFolder()
    let arguments = ["serve", "--data", folder.path("data"), "--listen", address]
    let refused = try await Program.run(arguments)
    #expect(refused.code == 2)
    #expect(refused.errors.contains(address))
    #expect(refused.errors.contains("--listen: \(address) can be reached") && !refused.errors.contains("modules."))
    #expect(refused.errors.contains("--insecure-plain-http"))
    // What stands in the file is named as it stands there.
    try folder.write(#"{modules: {"service.http": {listen: ["\#(address)"]}}}"#, to: "woof.json5")
    let file = try await Program.run(["serve", "--config", folder.path("woof.json5"), "--data", folder.path("data")])
    #expect(file.errors.contains("modules.service.http.listen: ") && file.errors.contains("insecurePlainHTTP"))
    // What would be in force is printed and not listened on.
    #expect(try await Program.run(arguments + ["--insecure-plain-http", "--print-config"]).code == 0)
    #expect(try await Program.run(arguments + ["--tls-self-signed", "--print-config"]).code == 0)
  }

  @Test(arguments: [
    (["--listen", "nowhere"], "--listen: "), (["--tls-cert", "a.pem"], "add --tls-key"),
    (["--tls-key", "a.pem"], "add --tls-cert"),
    (["--tls-cert", "a", "--tls-key", "b", "--tls-self-signed"], "by --tls-cert"),
    (["--metrics-listen", "127.0.0.1:1 proxy-protocol"], "--metrics-listen: "),
  ])
  func `a wrong option is named`(words: [String], hint: String) async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program.run(["serve", "--data", folder.path("data")] + words)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains(hint) && !outcome.errors.contains("modules."), "\(outcome.errors)")
    #expect(folder.names.isEmpty)
  }

  @Test func `an address in use is named with its option`() async throws {
    let folder = try TemporaryFolder()
    let taken = try await ServingProgram(on: folder)
    let address = "127.0.0.1:\(taken.port)"
    let outcome = try await Program.run(["serve", "--data", folder.path("other"), "--listen", address])
    #expect(outcome.code == 1)
    let message = "woof serve: --listen: Something listens on \(address) already"
    #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
    withExtendedLifetime(taken) {}
  }

  @Test(arguments: [["--insecure-plain-http"], ["--tls-self-signed"]])
  func `a demo is for this machine only, whatever the options say`(words: [String]) async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program.run(
      ["serve", "--demo", "--data", folder.path("data"), "--listen", "0.0.0.0:0"] + words)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("127.0.0.1"))
  }
}

extension String {
  /// The lines of a configuration that are no comments.
  fileprivate var values: [Substring] {
    split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty && !$0.hasPrefix("//") }
  }
}
