// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import TestKit
@testable import TestPictures

@Suite(.timeLimit(.minutes(2))) struct `Signing in` {
  @Test func `a missing password without a terminal exits with 77`() async throws {
    try await blocking {
      let service = try await DogService(accounts: [])
      let outcome = try await service.dogs("favourites")
      #expect(outcome.code == 77)
      #expect(outcome.errors.contains("no terminal to ask on"), "\(outcome)")
      try await service.stop()
    }
  }

  @Test func `a wrong password in the environment exits with 77 after one attempt`() async throws {
    try await blocking {
      let service = try await DogService()
      let outcome = try await Dogs.run(
        service.options + ["favourites"], environment: ["DOGS_USER=ada", "DOGS_PASSWORD=wrong"])
      #expect(outcome.code == 77)
      #expect(outcome.errors.hasPrefix("dogs favourites: DOGS_USER or DOGS_PASSWORD is wrong"), "\(outcome)")
      #expect(!outcome.errors.contains("nobody signed in"))
      let json = try await Dogs.run(
        service.options + ["upload", service.folder.path, "--json"],
        environment: ["DOGS_USER=ada", "DOGS_PASSWORD=wrong"])
      #expect(json.code == 77)
      #expect(try JSONLines(json.errors).first?["error"] == "authentication-required", "\(json)")
      try await service.stop()
    }
  }

  @Test func `a kept password that has become wrong is reported`() async throws {
    try await blocking {
      let service = try await DogService()
      let file = service.folder.path("credentials.json")
      try service.folder.write(
        #"{"\#(service.options[1])": {"name": "ada", "password": "an old one"}}"#, to: "credentials.json")
      chmod(file, 0o600)
      let outcome = try await service.dogs("favourites", "--credentials", file)
      #expect(outcome.code == 77)
      #expect(outcome.errors.contains("no account ada with the password in \(file)"), "\(outcome)")
      try await service.stop()
    }
  }

  @Test func `a credential of one account is not used for another`() async throws {
    try await blocking {
      let service = try await DogService(accounts: ["ada", "bob"])
      let file = service.folder.path("credentials.json")
      #expect(try await service.dogs("login", "--credentials", file, as: "ada").code == 0)
      let words = service.options + ["favourites", "--credentials", file]
      #expect(try await Dogs.run(words, environment: ["DOGS_USER=ada"]).code == 0)
      #expect(try await Dogs.run(words, environment: ["DOGS_USER=bob"]).code == 77)
      try await service.stop()
    }
  }

  @Test func `https to a service without TLS is reported`() async throws {
    try await blocking {
      let service = try await DogService()
      let address = service.options[1].replacing("http:", with: "https:")
      let outcome = try await Dogs.run(["--url", address, "list"])
      #expect(outcome.code == 1)
      #expect(
        outcome.errors.contains("does not encrypt") && outcome.errors.contains("begins with http://"), "\(outcome)")
      #expect(!outcome.errors.contains("--ca"))
      let json = try await Dogs.run(["--url", address, "list", "--json"])
      #expect(try JSONLines(json.errors).first?["error"] == "unencrypted-service")
      try await service.stop()
    }
  }

  @Test func `http to a service with TLS is reported`() async throws {
    try await blocking {
      let service = try await DogService(tls: true)
      let address = service.options[1].replacing("https:", with: "http:")
      let outcome = try await Dogs.run(["--url", address, "list"])
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains("plain HTTP was sent to a port that speaks TLS"), "\(outcome)")
      try await service.stop()
    }
  }

  @Test func `the account in the environment sees its own photos, even without a challenge`() async throws {
    try await blocking {
      let service = try await DogService()
      let bytes = SampleJPEG.withComment("Rex")
      try service.folder.write(bytes, to: "rex.jpg")
      let upload = try await service.dogs(
        "upload", service.folder.path("rex.jpg"), "--visibility", "private", "--json", as: "ada")
      let uploaded = try JSONLines(upload.output)
      let id = try #require(uploaded.first?["id"])

      let shown = try await service.dogs("show", id, "--json", as: "ada")
      #expect(shown.code == 0, "\(shown)")
      let fetched = try await service.dogs("fetch", id, "-o", service.folder.path("fetched.jpg"), as: "ada")
      #expect(fetched.code == 0, "\(fetched)")
      #expect(service.folder.read("fetched.jpg") == bytes)
      let list = try JSONLines(try await service.dogs("list", "--json", as: "ada").output)
      #expect(list.map { $0["id"] } == [id] && list.first?["isFavourite"] == "false")
      #expect(try await service.dogs("list", "--json").output.isEmpty)
      try await service.stop()
    }
  }

  @Test func `login keeps a credential for its owner only, and logout forgets it`() async throws {
    try await blocking {
      let service = try await DogService()
      let file = service.folder.path("private/credentials.json")
      let login = try await service.dogs("login", "--credentials", file, as: "ada")
      #expect(login.code == 0 && login.output == "Signed in as ada.\n", "\(login)")
      var status = stat()
      #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
      #expect(try await service.dogs("favourites", "--credentials", file).code == 0)

      chmod(file, 0o640)
      let refused = try await service.dogs("favourites", "--credentials", file)
      #expect(refused.code == 1)
      #expect(refused.errors.contains("chmod 600 \(file)"))
      chmod(file, 0o600)

      let kept = service.folder.read("private/credentials.json")
      #expect(try await service.dogs("logout", "--credentials", file).output == "Signed out.\n")
      #expect(try await service.dogs("favourites", "--credentials", file).code == 77)
      try service.folder.write(kept, to: "kept.json")
      chmod(service.folder.path("kept.json"), 0o600)
      #expect(try await service.dogs("favourites", "--credentials", service.folder.path("kept.json")).code == 77)
      try await service.stop()
    }
  }

  @Test func `a password that another command asks for is not written to a file`() async throws {
    try await blocking {
      let service = try await DogService()
      let file = service.folder.path("credentials.json")
      let asked = try service.onTerminal("favourites", "--credentials", file)
      try await asked.wait(for: "Name: ")
      try asked.type("ada\r")
      try await asked.wait(for: "Password for ada: ")
      try asked.type("\(DogService.password)\r")
      #expect(try await asked.outcome() == 0)
      #expect(access(file, F_OK) != 0)
      try await service.stop()
    }
  }
}
