// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofConfiguration

@testable import WoofCommandLine

@Suite struct `Parsing a command line` {
  @Test func `options that are left out have their defaults`() throws {
    let serve = try #require(try called("serve", as: Serve.self))
    #expect(serve.configuration == nil)
    #expect(serve.addresses.isEmpty)
    #expect(serve.idle == .seconds(5))
    #expect(serve.workers == 2)
    #expect(serve.spool == nil)
    #expect(serve.format == .logfmt)
    #expect(!serve.isDemo)
  }

  @Test func `a value may come after a blank or an equals sign`() throws {
    let serve = try #require(
      try called(
        "serve", "--config", "a=b", "--idle=15s", "--workers", "8", "--spool=50 MB", "--format", "json", "--demo",
        as: Serve.self))
    #expect(serve.configuration == "a=b")
    #expect(serve.idle == .seconds(15))
    #expect(serve.workers == 8)
    #expect(serve.spool == .megabytes(50))
    #expect(serve.format == .json)
    #expect(serve.isDemo)
  }

  @Test func `a value after an equals sign may be anything`() throws {
    #expect(try called("serve", "--config=--demo", as: Serve.self)?.configuration == "--demo")
    #expect(try called("serve", "--config=", as: Serve.self)?.configuration == "")
    #expect(try called("serve", "--config=a=b", as: Serve.self)?.configuration == "a=b")
  }

  @Test func `a single dash is a value`() throws {
    #expect(try called("serve", "--config", "-", as: Serve.self)?.configuration == "-")
    #expect(try called("account", "add", "-", as: AccountAdd.self)?.account == "-")
  }

  @Test func `a short name stands for the same option`() throws {
    #expect(try called("serve", "-c", "file", as: Serve.self)?.configuration == "file")
  }

  @Test func `a repeatable option keeps its values in order`() throws {
    #expect(try called("serve", "--listen", "b", "--listen=a", as: Serve.self)?.addresses == ["b", "a"])
  }

  @Test func `arguments are taken in order`() throws {
    let add = try #require(try called("account", "add", "ada", "countess", as: AccountAdd.self))
    #expect(add.account == "ada")
    #expect(add.nickname == "countess")
    #expect(try called("account", "add", "ada", as: AccountAdd.self)?.nickname == nil)
    #expect(try called("account", "list", "a", "b", "c", as: AccountList.self)?.names == ["a", "b", "c"])
    #expect(try called("account", "list", as: AccountList.self)?.names == [])
  }

  @Test func `every word after two dashes is an argument`() throws {
    #expect(try called("account", "add", "--", "--help", as: AccountAdd.self)?.account == "--help")
    #expect(try called("account", "list", "a", "--", "-x", "--", as: AccountList.self)?.names == ["a", "-x", "--"])
  }

  @Test func `a program's name alone shows its help`() throws {
    guard case .show(let text) = try kennel.parse([]), case .show(let help) = try kennel.parse(["--help"]) else {
      Issue.record("no help")
      return
    }
    #expect(text == help && text.hasPrefix("kennel: keeps dogs"))
  }

  @Test(arguments: [
    (["serv"], "kennel", "unknown command ‘serv’; did you mean serve?"),
    (["bark"], "kennel", "unknown command ‘bark’; there are serve, account, fail"),
    (["--sreve"], "kennel", "unknown option ‘--sreve’; there are serve, account, fail"),
    (["account"], "kennel account", "a command is missing; there are add, list"),
    (["account", "lsit"], "kennel account", "unknown command ‘lsit’; did you mean list?"),
    (["serve", "--lisen", "a"], "kennel serve", "unknown option ‘--lisen’; did you mean --listen?"),
    (["serve", "-x"], "kennel serve", "unknown option ‘-x’"),
    (["serve", "--zzzzzz=1"], "kennel serve", "unknown option ‘--zzzzzz’"),
    (["serve", "--config"], "kennel serve", "--config needs its value FILE"),
    (
      ["serve", "--config", "--demo"], "kennel serve",
      "--config needs its value FILE; if it is ‘--demo’, write --config=--demo"
    ),
    (["serve", "--demo=yes"], "kennel serve", "--demo takes no value"),
    (["serve", "--demo", "--demo"], "kennel serve", "--demo is given twice"),
    (["serve", "--config=a", "-c", "b"], "kennel serve", "--config is given twice"),
    (["serve", "extra"], "kennel serve", "unexpected argument ‘extra’"),
    (["serve", "--workers", "0"], "kennel serve", "--workers takes NUMBER (1 … 64), not ‘0’"),
    (["serve", "--idle", "2h"], "kennel serve", "--idle takes TIME (1s … 1m), not ‘2h’"),
    (["serve", "--format", "xml"], "kennel serve", "--format takes WORD (logfmt, json), not ‘xml’"),
    (
      ["serve", "--demo", "--listen", "0.0.0.0:80"], "kennel serve",
      "--demo listens on loopback only; leave --listen out"
    ),
    (["account", "add"], "kennel account add", "NAME is missing"),
    (["account", "add", "a", "b", "c"], "kennel account add", "unexpected argument ‘c’"),
    (["\u{1B}[31mred\n"], "kennel", "unknown command ‘\u{FFFD}[31mred\u{FFFD}’; there are serve, account, fail"),
  ])
  func `a mistake is named with its remedy`(arguments: [String], command: String, message: String) {
    let error = #expect(throws: UsageError.self) { try kennel.parse(arguments) }
    #expect(error?.command == command)
    #expect(error?.message == message)
    #expect(error?.exitCode == .usage)
    #expect(error?.description == "\(message)\nTry: \(command) --help")
  }
}
