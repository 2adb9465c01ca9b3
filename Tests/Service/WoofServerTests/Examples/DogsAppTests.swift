// SPDX-License-Identifier: Apache-2.0

import DogsExamples
import Foundation
import Synchronization
import Testing
import URLLoading

@testable import TestKit
@testable import TestPictures

@Suite(.timeLimit(.minutes(1))) struct DogsAppTests {
  private struct NoAnswer: Error {}

  private let session = URLSession(configuration: .ephemeral)

  private func signIn(_ credential: Credential) -> ScriptedSignIn {
    ScriptedSignIn { (credential.name, credential.password) }
  }

  @Test func `a picture is uploaded after a prompt, and downloaded byte for byte`() async throws {
    try await withService { service in
      let app = DogsApp(session: session, service: try service.url)
      let controller = signIn(try await service.addAccount("ada"))
      let picture = Data(SampleJPEG.large(byteCount: 300_000))
      let dog = try await app.upload(picture, signIn: AuthenticationDelegate(signInController: controller))
      #expect(controller.promptCount == 1)
      #expect(try await app.fetchPhoto(dog.id) == picture)
      let file = URL(filePath: service.folder.path("dog.jpg"))
      try await app.download(dog.id, to: file)
      #expect(try Data(contentsOf: file) == picture)
    }
  }

  @Test func `several photos are fetched concurrently`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let pictures = (0..<8).map { _ in SampleJPEG.next() }
      let ids = try pictures.map { try #require(try ada.add($0)["id"].text) }
      let fetched = try await DogsApp(session: session, service: service.url).fetchPhotos(ids)
      #expect(ids.map { fetched[$0] } == pictures.map { Data($0) })
    }
  }

  @Test func `favourites set at once need one sign-in`() async throws {
    try await withService { service in
      let app = DogsApp(session: session, service: try service.url)
      let owner = try await service.member("ada")
      let ids = try (0..<6).map { _ in try owner.addPhoto() }
      let controller = signIn(try await service.addAccount("bo"))
      let delegate = AuthenticationDelegate(signInController: controller)
      try await withThrowingTaskGroup(of: Int.self) { group in
        for id in ids { group.addTask { try await app.setFavourite(id, signIn: delegate) } }
        for try await count in group { #expect(count == 1) }
      }
      #expect(controller.promptCount == 1)
    }
  }

  @Test func `a dismissed prompt sets no favourite`() async throws {
    try await withService { service in
      let app = DogsApp(session: session, service: try service.url)
      let id = try await service.member("ada").addPhoto()
      let delegate = AuthenticationDelegate(signInController: ScriptedSignIn { throw NoAnswer() })
      let error = await #expect(throws: URLError.self) { try await app.setFavourite(id, signIn: delegate) }
      #expect(error?.code == .cancelled)
      #expect(try service.client().get("/v1/photos/\(id)").member("favouriteCount").integer == 0)
    }
  }

  @Test func `live counts arrive as they change`() async throws {
    try await withService { service in
      let app = DogsApp(session: session, service: try service.url)
      let id = try await service.member("ada").addPhoto()
      let delegate = AuthenticationDelegate(signInController: signIn(try await service.addAccount("bo")))
      let seen = Mutex<[Int]>([])
      async let watching: Void = app.liveCounts { dog in
        seen.withLock { seen in
          if dog.id == id { seen.append(dog.favouriteCount) }
          return seen.last != 1
        }
      }
      try await eventually {
        try MetricsReading(try service.metrics()).values["woof_event_subscribers"] == 1
      }
      #expect(try await app.setFavourite(id, signIn: delegate) == 1)
      try await watching
      #expect(seen.withLock { $0.last } == 1)
    }
  }

  @Test func `cancelling a group of loads ends them all at the service`() async throws {
    try await withService { service in
      let app = DogsApp(session: session, service: try service.url)
      let loads = Task {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<4 { group.addTask { try await app.liveCounts { _ in true } } }
          try await group.waitForAll()
        }
      }
      try await eventually { service.connectionCount == 4 }
      loads.cancel()
      await #expect(throws: (any Error).self) { try await loads.value }
      try await eventually { service.connectionCount == 0 }
    }
  }
}
