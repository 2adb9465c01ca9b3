// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofTesting

@testable import TestKit

@Suite(.timeLimit(.minutes(2))) struct `App passwords of dogs` {
  @Test func `an app password is made, used, listed and revoked`() async throws {
    try await blocking {
      let service = try await DogService()
      let made = try await service.dogs("app-password", "create", "Phone", "--for", "read,like", as: "ada")
      #expect(made.code == 0 && made.output.hasPrefix("woof_"), "\(made)")
      #expect(made.errors.contains("until it is revoked, for: read, like."), "\(made)")
      let environment = ["DOGS_USER=ada", "DOGS_PASSWORD=\(made.output.dropLast())"]
      #expect(try await Dogs.run(service.options + ["favourites"], environment: environment).code == 0)
      let list = try JSONLines(try await service.dogs("app-password", "list", "--json", as: "ada").output)
      #expect(list.count == 1 && list.first?["name"] == "Phone")
      let table = try await service.dogs("app-password", "list", as: "ada")
      #expect(table.output.contains("read,like") && !table.output.contains("woof_"), "\(table)")
      let id = try #require(list.first?["id"])
      let revoked = try await service.dogs("app-password", "revoke", id, as: "ada")
      #expect(revoked.code == 0, "\(revoked)")
      #expect(try await Dogs.run(service.options + ["favourites"], environment: environment).code == 77)
      #expect(try await service.dogs("app-password", "revoke", id, as: "ada").code == 1)
      #expect(try await service.dogs("app-password", "list", "--json", as: "ada").output == "")
      try await service.stop()
    }
  }

  @Test func `what an app password is not for is refused in words`() async throws {
    try await blocking {
      let service = try await DogService()
      let made = try await service.dogs("app-password", "create", "Phone", "--for", "read", as: "ada")
      let environment = ["DOGS_USER=ada", "DOGS_PASSWORD=\(made.output.dropLast())"]
      let album = try await Dogs.run(service.options + ["album", "create", "Rex"], environment: environment)
      #expect(album.code == 1 && album.errors.contains("it lacks the scope write"), "\(album)")
      let list = try await Dogs.run(service.options + ["app-password", "list"], environment: environment)
      #expect(list.code == 1 && list.errors.contains("sign in with the password of the account"), "\(list)")
      try await service.stop()
    }
  }

  @Test(arguments: [["--for", "read,all"], ["--for", ""], ["--expires", "yesterday"]])
  func `bad options are refused with the values that there are`(options: [String]) async throws {
    try await blocking {
      let outcome = try await Dogs.run(["app-password", "create", "Phone"] + options)
      #expect(outcome.code == 2 && outcome.errors.contains(options[0]), "\(outcome)")
    }
  }

  @Test func `login keeps an app password and not the password, and a second login ends the first one`() async throws {
    try await blocking {
      let service = try await DogService()
      let file = service.folder.path("credentials.json")
      #expect(try await service.dogs("login", "--credentials", file, as: "ada").code == 0)
      let kept = String(decoding: service.folder.read("credentials.json"), as: UTF8.self)
      #expect(kept.contains("woof_") && !kept.contains(DogService.password))
      let first = try JSONLines(try await service.dogs("app-password", "list", "--json", as: "ada").output)
      #expect(first.count == 1 && first.first?["name"]?.hasPrefix("dogs on ") == true)
      #expect(try await service.dogs("login", "--credentials", file, as: "ada").code == 0)
      let second = try JSONLines(try await service.dogs("app-password", "list", "--json", as: "ada").output)
      #expect(second.count == 1 && second.first?["id"] != first.first?["id"])
      #expect(try await service.dogs("favourites", "--credentials", file).code == 0)
      #expect(try await service.dogs("logout", "--credentials", file).code == 0)
      #expect(try await service.dogs("app-password", "list", "--json", as: "ada").output == "")
      try await service.stop()
    }
  }

  @Test func `login keeps the password where the service knows no app passwords`() async throws {
    try await blocking {
      let service = try await DogService()
      try service.refuse("/v1/me/app-passwords", .post, status: 404, name: "not-found")
      let file = service.folder.path("credentials.json")
      #expect(try await service.dogs("login", "--credentials", file, as: "ada").code == 0)
      #expect(try await service.dogs("favourites", "--credentials", file).code == 0)
      try await service.stop()
    }
  }

  @Test func `logout without the service forgets what was kept, and says what is left to do`() async throws {
    try await blocking {
      let service = try await DogService()
      let file = service.folder.path("credentials.json")
      #expect(try await service.dogs("login", "--credentials", file, as: "ada").code == 0)
      try await service.takeDown()
      let logout = try await service.dogs("logout", "--credentials", file)
      #expect(logout.code == 0 && logout.errors.contains("dogs app-password revoke"), "\(logout)")
      try await service.bringUp()
      #expect(try await service.dogs("favourites", "--credentials", file).code == 77)
      try await service.stop()
    }
  }
}
