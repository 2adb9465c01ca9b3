// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofTesting

@testable import TestKit

/// Invitations with the real service.
@Suite(.timeLimit(.minutes(2))) struct `Invitations of dogs` {
  private static let byMembers = "accounts: {signUp: 'invitation', invitations: 'members'}"

  @Test func `an invitation is made, used by its address, listed and revoked`() async throws {
    try await blocking {
      let service = try await DogService(http: Self.byMembers)
      let made = try await service.dogs("invite", "create", "--note", "Bob", "--uses", "2", as: "ada")
      #expect(made.code == 0 && made.output.contains("/join/") && made.errors.contains("for 2 accounts."), "\(made)")
      let address = made.output.trimmingCharacters(in: .newlines)
      let arguments = ["signup", "bob", "--invitation", address]
      let joined = try await Program(
        "setsid", arguments: ["-w", Program.dogs] + arguments, input: "ears flapping\n", environment: Dogs.environment
      ).outcome()
      #expect(joined.code == 0 && joined.output.hasPrefix("bob has an account now."), "\(joined)")
      #expect(joined.errors.contains("ada invites you to http://"), "\(joined)")
      let bob = ["DOGS_USER=bob", "DOGS_PASSWORD=ears flapping"]
      #expect(try await Dogs.run(service.options + ["favourites"], environment: bob).code == 0)
      let list = try JSONLines(try await service.dogs("invite", "list", "--json", as: "ada").output)
      #expect(list.count == 1 && list.first?["note"] == "Bob" && list.first?["useCount"] == "1")
      let table = try await service.dogs("invite", "list", as: "ada")
      #expect(table.output.contains("1 of 2") && table.output.contains("bob"), "\(table)")
      let id = try #require(list.first?["id"])
      #expect(try await service.dogs("invite", "revoke", id, as: "ada").code == 0)
      #expect(try await service.dogs("invite", "revoke", id, as: "ada").code == 1)
      let ended = try await Dogs.run(arguments)
      #expect(ended.code == 1 && ended.errors.contains("There is no such invitation"), "\(ended)")
      try await service.stop()
    }
  }

  @Test func `on a terminal, the new password is asked for twice and not shown`() async throws {
    try await blocking {
      let service = try await DogService(http: Self.byMembers)
      let made = try JSONLines(try await service.dogs("invite", "create", "--json", as: "ada").output)
      let token = try #require(made.first?["token"])
      let signingUp = try service.onTerminal("signup", "bob", "--invitation", token)
      try await signingUp.wait(for: "Password for bob: ")
      #expect(!signingUp.isEchoing)
      try signingUp.type("chasing squirrels\r")
      try await signingUp.wait(for: "The same once more: ")
      try signingUp.type("chasing squirrels\r")
      #expect(try await signingUp.outcome() == 0)
      #expect(signingUp.isAsUsual && !signingUp.shown.contains("squirrels"))
      #expect(signingUp.shown.contains("ada invites you") && signingUp.shown.contains("bob has an account now."))
      try await service.stop()
    }
  }

  @Test func `what is refused is said in words, and a taken name uses nothing up`() async throws {
    try await blocking {
      let service = try await DogService(http: Self.byMembers)
      let made = try JSONLines(try await service.dogs("invite", "create", "--json", as: "ada").output)
      let address = try #require(made.first?["url"])
      func signUp(_ name: String, _ options: [String], _ password: String = "ears flapping") async throws
        -> Program.Outcome
      {
        try await Program(
          "setsid", arguments: ["-w", Program.dogs] + service.options + ["signup", name] + options,
          input: "\(password)\n", environment: Dogs.environment
        ).outcome()
      }
      let taken = try await signUp("ada", ["--invitation", address])
      #expect(taken.code == 1 && taken.errors.contains("choose another name"), "\(taken)")
      let weak = try await signUp("bob", ["--invitation", address], "password1")
      #expect(weak.code == 1 && weak.errors.hasPrefix("ada invites you"), "\(weak)")
      let uninvited = try await signUp("bob", [])
      #expect(uninvited.code == 1 && uninvited.errors.contains("takes an invitation"), "\(uninvited)")
      let joined = try await signUp("bob", ["--invitation", address, "--json"])
      #expect(try joined.code == 0 && JSONLines(joined.output).first?["name"] == "bob", "\(joined)")
      try await service.stop()
    }
  }

  @Test(arguments: [
    ["invite", "create", "--uses", "0"], ["invite", "create", "--uses", "101"],
    ["invite", "create", "--expires", "yesterday"], ["signup", "bob", "--invitation", "https://example.org/s/x"],
    ["signup"], ["invite", "revoke", "rex"],
  ])
  func `bad options are refused`(arguments: [String]) async throws {
    try await blocking {
      let outcome = try await Dogs.run(arguments)
      #expect(outcome.code == 2, "\(outcome)")
    }
  }

  @Test func `no password goes over plain HTTP to another machine unless that is allowed`() async throws {
    try await blocking {
      let refused = try await Dogs.run(["signup", "bob", "--url", "http://192.0.2.1"])
      #expect(refused.code == 77 && refused.errors.contains("--allow-plain-http"), "\(refused)")
    }
  }
}
