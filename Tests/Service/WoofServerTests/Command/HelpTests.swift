// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// `--help` and `--version`.
struct HelpTests {
  @Test(arguments: [
    (["account", "list", "--jsn", "--json"], "usage"), (["acount", "--json"], "usage"),
    (["check", "--json", "--from", "x"], "usage"), (["account", "add", "A", "--json"], "usage"),
    (["account", "list", "--json", "--data", "/none/such"], "no-store"),
    (["check", "--json", "--data", "/none/such"], "no-store"),
    (["init", "--json", "--data", "/proc/none"], "inaccessible"),
    (["plugin", "list", "--json", "--bogus"], "usage"),
  ])
  func `errors are JSON if requested`(words: [String], code: String) async throws {
    let outcome = try await Program.run(words)
    #expect(outcome.code == (code == "usage" ? 2 : 1))
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    let error = try JSONValue(Array(outcome.errors.utf8))["error"]
    #expect(error["code"].text == code)
    #expect(error["message"].text?.isEmpty == false)
  }

  @Test(arguments: [
    [], ["serve"], ["init"], ["account"], ["account", "add"], ["account", "list"], ["account", "passwd"],
    ["account", "disable"], ["account", "enable"], ["backup"], ["restore"], ["check"], ["move"], ["completions"],
    ["manual"],
  ])
  func `every command describes its use`(words: [String]) async throws {
    for option in ["--help", "-h"] {
      let outcome = try await Program.run(words + [option])
      #expect(outcome.code == 0)
      #expect(outcome.errors.isEmpty)
      #expect(outcome.output.contains("Usage: \((["woof"] + words).joined(separator: " "))"))
      #expect(outcome.output.contains("-h, --help"))
      #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
  }

  @Test func `the program prints its version`() async throws {
    let outcome = try await Program.run(["--version"])
    #expect(outcome.code == 0)
    #expect(outcome.output.wholeMatch(of: /woof \d+\.\d+\.\d+\n/) != nil)
  }

  @Test func `without arguments the program prints its help`() async throws {
    let outcome = try await Program.run([])
    #expect(outcome.code == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output == (try await Program.run(["--help"])).output)
  }

  @Test(arguments: [
    (["bogus"], "Try: woof --help"), (["serv"], "did you mean serve?"),
    (["serve", "--lisen", "x"], "did you mean --listen?"), (["serve", "--listen"], "Try: woof serve --help"),
    (["serve", "--listen", "nonsense"], "HOST:PORT"), (["serve", "extra"], "Try: woof serve --help"),
    (["serve", "--tls-self-signed=yes"], "Try: woof serve --help"), (["account"], "Try: woof account --help"),
    (["account", "ad"], "did you mean add?"), (["account", "add"], "Try: woof account add --help"),
    (["account", "add", "ada", "bob"], "Try: woof account add --help"), (["account", "add", "Ada"], "lower-case"),
    (["account", "add", "a b"], "lower-case"), (["account", "list", "--jsn"], "did you mean --json?"),
    (["backup"], "Try: woof backup --help"), (["backup", "-", "--since", "x"], "an archive holds everything"),
    (["restore"], "Try: woof restore --help"), (["check", "--from", "x"], "--repair"),
    (["chek"], "did you mean check?"),
  ])
  func `a wrong command line is refused with a hint`(words: [String], remedy: String) async throws {
    let outcome = try await Program.run(words)
    #expect(outcome.code == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains(remedy), "\(outcome.errors)")
  }
}
