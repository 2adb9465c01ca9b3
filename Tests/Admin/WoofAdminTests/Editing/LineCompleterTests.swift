// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCommandLine

@testable import WoofAdmin

@Suite struct `Completing a line` {
  private let completer = LineCompleter { value, typed in
    let known: [LineCompletion.Candidate] =
      switch value {
      case .account: ["ada", "adam", "bob"].map { LineCompletion.Candidate($0, summary: "3 photos") }
      case .setting: [LineCompletion.Candidate("log.level", summary: "info")]
      default: []
      }
    return known.filter { $0.text.hasPrefix(typed) }
  }

  private func complete(_ text: String, after lines: String = "", width: Int = 80) async -> LineCompleter.Outcome {
    var lexer = CommandLexer()
    for byte in Array(lines.utf8) { _ = lexer.consume(byte) }
    return await completer.complete(Array(text.utf8), after: lexer, width: width)
  }

  @Test(arguments: [
    ("stat", ""), ("statu", "s "), ("acc", "ounts "), ("accounts l", "ist "), ("accounts show b", "ob "),
    ("accounts show a", "da"), ("accounts show 'b", "ob' "), ("photos list --owner=b", "ob "),
    ("photos list --owner b", "ob "), ("photos list --vis", "ibility "), ("photos list --visibility priv", "ate "),
    ("plan accounts del", "ete "), ("plan accounts delete b", "ob "), ("help pho", "tos "), ("\\watch 2 statu", "s "),
    ("configuration set l", "og.level "), ("\\js", "on "), ("accounts show bob # a", ""), ("nonsense a", ""),
  ])
  func `an unambiguous beginning is completed`(text: String, insertion: String) async {
    #expect(await complete(text).insertion == insertion)
  }

  @Test func `an ambiguous beginning shows the candidates and the usage`() async {
    #expect(
      await complete("accounts show ada").listing == [
        "Usage: accounts show NAME [--json]", "  ada   3 photos", "  adam  3 photos",
      ])
    #expect(await complete("stat").listing.map { $0.prefix(8) } == ["  stats ", "  status"])
    #expect(await complete("accounts list ").listing.contains { $0.hasPrefix("  --limit") })
    #expect(await complete("photos caption x ").listing.map { $0.prefix(30) } == ["Usage: photos caption ID CAPTI"])
  }

  @Test(arguments: [1, 8, 20, 40])
  func `the candidates fit the terminal`(width: Int) async {
    let lines = await complete("", width: width).listing
    #expect(!lines.isEmpty)
    #expect(lines.allSatisfy { $0.count < max(2, width) })
  }

  @Test func `a quote that was opened in an earlier line is closed`() async {
    #expect(await complete("ounts' l", after: "'acc") == LineCompleter.Outcome(insertion: "ist "))
  }
}
