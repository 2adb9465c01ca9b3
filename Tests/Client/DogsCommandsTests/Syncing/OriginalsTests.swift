// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import TestKit
@testable import TestPictures

@Suite(.timeLimit(.minutes(3))) struct `A folder of originals` {
  /// A service with photos of ada's, from files of these names.
  private func withPhotos(
    _ names: String..., body: (DogService, _ ids: [String]) async throws -> Void
  ) async throws {
    try await blocking {
      let service = try await DogService(accounts: ["ada", "bob"])
      var ids: [String] = []
      for name in names {
        try service.folder.write(SampleJPEG.withComment(name), to: name)
        let uploaded = try await service.dogs("upload", service.folder.path(name), "--json", as: "ada")
        ids.append(try #require(try JSONLines(uploaded.output).first?["id"]))
      }
      try await body(service, ids)
      try await service.stop()
    }
  }

  private func sync(_ service: DogService, as account: String = "ada") async throws -> Program.Outcome {
    try await service.dogs("sync", "--originals", service.folder.path("mirror"), "--json", as: account)
  }

  /// The lines about files.
  private func statuses(_ outcome: Program.Outcome) throws -> [String] {
    try JSONLines(outcome.output).compactMap { $0["status"] }
  }

  private func syncStatuses(_ service: DogService) async throws -> [String] { try statuses(try await sync(service)) }

  @Test func `originals become files once, named as by download`() async throws {
    try await withPhotos("rex.jpg", "bella.jpg") { service, _ in
      let first = try await sync(service)
      #expect(first.code == 0, "\(first)")
      #expect(try statuses(first) == ["downloaded", "downloaded"])
      for name in ["rex.jpg", "bella.jpg"] {
        #expect(service.folder.read("mirror/\(name)") == service.folder.read(name))
      }
      let names = Set(service.folder.files(below: "mirror"))
      #expect(names == ["rex.jpg", "bella.jpg", ".dogs-originals.json"])
      let second = try await sync(service)
      #expect(second.code == 0)
      #expect(try statuses(second).isEmpty, "\(second)")
    }
  }

  @Test func `a file that dogs did not write is never replaced`() async throws {
    try await withPhotos("rex.jpg") { service, ids in
      mkdir(service.folder.path("mirror"), 0o700)
      try service.folder.write("mine", to: "mirror/rex.jpg")
      #expect(try await sync(service).code == 0)
      #expect(service.folder.read("mirror/rex.jpg") == Array("mine".utf8))
      #expect(service.folder.read("mirror/rex-\(ids[0]).jpg") == service.folder.read("rex.jpg"))
    }
  }

  @Test func `a file that has changed since is left alone, and a line says so`() async throws {
    try await withPhotos("rex.jpg") { service, ids in
      #expect(try await sync(service).code == 0)
      try service.folder.write("edited", to: "mirror/rex.jpg")
      let again = try await sync(service)
      #expect(again.code == 0)
      #expect(try statuses(again) == ["left-alone"], "\(again)")
      #expect(try await service.dogs("delete", ids[0], as: "ada").code == 0)
      #expect(try await syncStatuses(service) == ["left-alone"])
      #expect(service.folder.read("mirror/rex.jpg") == Array("edited".utf8))
    }
  }

  @Test func `a file that is gone is written again`() async throws {
    try await withPhotos("rex.jpg") { service, _ in
      #expect(try await sync(service).code == 0)
      unlink(service.folder.path("mirror/rex.jpg"))
      let again = try await sync(service)
      #expect(try statuses(again) == ["downloaded"])
      #expect(service.folder.read("mirror/rex.jpg") == service.folder.read("rex.jpg"))
    }
  }

  @Test func `the file of a photo that is gone is removed`() async throws {
    try await withPhotos("rex.jpg", "bella.jpg") { service, ids in
      #expect(try await sync(service).code == 0)
      #expect(try await service.dogs("delete", ids[0], as: "ada").code == 0)
      let after = try await sync(service)
      #expect(after.code == 0)
      #expect(try statuses(after) == ["removed"], "\(after)")
      #expect(Set(service.folder.files(below: "mirror")) == ["bella.jpg", ".dogs-originals.json"])
    }
  }

  @Test func `a file that was there with the same bytes stays when its photo goes`() async throws {
    try await withPhotos("rex.jpg") { service, ids in
      mkdir(service.folder.path("mirror"), 0o700)
      try service.folder.write(service.folder.read("rex.jpg"), to: "mirror/rex.jpg")
      #expect(try await syncStatuses(service) == ["present"])
      #expect(try await service.dogs("delete", ids[0], as: "ada").code == 0)
      #expect(try await syncStatuses(service).isEmpty)
      #expect(service.folder.read("mirror/rex.jpg") == service.folder.read("rex.jpg"))
    }
  }

  @Test func `the folder of another account is refused`() async throws {
    try await withPhotos("rex.jpg") { service, _ in
      #expect(try await sync(service).code == 0)
      let bob = try await sync(service, as: "bob")
      #expect(bob.code == 1)
      #expect(try JSONLines(bob.errors).first?["error"] == "other-account", "\(bob)")
      #expect(service.folder.read("mirror/rex.jpg") == service.folder.read("rex.jpg"))
    }
  }

  @Test func `a damaged index is reported, and no file is touched`() async throws {
    try await withPhotos("rex.jpg") { service, _ in
      #expect(try await sync(service).code == 0)
      try service.folder.write("{", to: "mirror/.dogs-originals.json")
      let again = try await sync(service)
      #expect(again.code == 1)
      #expect(try JSONLines(again.errors).first?["error"] == "index-damaged", "\(again)")
      unlink(service.folder.path("mirror/.dogs-originals.json"))
      #expect(try await syncStatuses(service) == ["present"])
    }
  }

  @Test func `while sync is watched, new originals are written as they come`() async throws {
    try await withPhotos("rex.jpg") { service, _ in
      let folder = service.folder.path("mirror")
      let watching = try service.onTerminal("sync", "--watch", "--json", "--originals", folder, as: "ada")
      try await watching.wait(for: #""status":"downloaded""#)
      try await watching.wait(for: #""status":"idle""#)
      try service.folder.write(SampleJPEG.withComment("bella"), to: "bella.jpg")
      #expect(try await service.dogs("upload", service.folder.path("bella.jpg"), as: "ada").code == 0)
      try await watching.wait(for: #""status":"downloaded""#, count: 2)
      try watching.type("q")
      #expect(try await watching.outcome() == 0)
      #expect(service.folder.read("mirror/bella.jpg") == service.folder.read("bella.jpg"))
    }
  }

  @Test func `originals that were written can be fetched offline`() async throws {
    try await withPhotos("rex.jpg") { service, ids in
      #expect(try await sync(service).code == 0)
      try await service.takeDown()
      let fetched = try await service.dogs(
        "--offline", "fetch", ids[0], "-o", service.folder.path("out.jpg"), as: "ada")
      #expect(fetched.code == 0 && service.folder.read("out.jpg") == service.folder.read("rex.jpg"), "\(fetched)")
    }
  }
}
