// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

@testable import TestKit

@Suite(.timeLimit(.minutes(1))) struct SessionTests {
  /// Sets a cookie with a list that may be stored, and gives photos to Ada only.
  private func kennel() throws -> ScriptedServer {
    try ScriptedServer { connection in
      while let request = try connection.readRequest() {
        switch (request.target, request.field("authorization")) {
        case ("/list", _):
          let fields = ["Cache-Control: max-age=60", "Set-Cookie: dog=rex; Path=/"]
          try connection.respond("200 OK", fields, body: "dogs")
        case (_, "Basic YWRhOjE="): try connection.respond(body: "photo")
        default: try connection.respond("401 Who", ["WWW-Authenticate: Basic realm=\"Dogs\""])
        }
      }
    }
  }

  private func visit(_ server: ScriptedServer, in session: URLSession) async throws {
    for path in ["/list", "/dogs/1"] { _ = try await session.data(from: server.address(path)) }
  }

  @Test(arguments: [true, false])
  func `a reset session has no cookies, responses and credentials`(isAwaited: Bool) async throws {
    let server = try kennel()
    let delegate = ChallengeDelegate(persistence: .forSession)
    let session = freshSession(delegate)
    for _ in 0..<2 { try await visit(server, in: session) }
    #expect(server.requests.map(\.target) == ["/list", "/dogs/1", "/dogs/1", "/dogs/1"])
    #expect(server.requests.map { $0.field("cookie") } == [nil, "dog=rex", "dog=rex", "dog=rex"])
    #expect(session.configuration.urlCredentialStorage?.allCredentials.count == 1)
    if isAwaited {
      await session.reset()
    } else {
      await withCheckedContinuation { continuation in session.reset { continuation.resume() } }
    }
    #expect(session.configuration.urlCredentialStorage?.allCredentials.isEmpty == true)
    try await visit(server, in: session)
    #expect(server.requests.dropFirst(4).map(\.target) == ["/list", "/dogs/1", "/dogs/1"])
    #expect(server.requests.dropFirst(4).first?.field("cookie") == nil)
    #expect(delegate.challenges.count == 2)
    #expect(delegate.challenges.last?.proposedCredential == nil)
  }

  @Test func `a session lists its unfinished tasks with their descriptions`() async throws {
    let server = try ScriptedServer { try $0.respondToAll() }
    let delegate = RecordingDelegate()
    let session = freshSession(delegate)
    let url = try server.address()
    let (list, photo) = (session.dataTask(with: url), session.downloadTask(with: url))
    list.taskDescription = "list"
    photo.taskDescription = "photo"
    let (names, isOnQueue) = await withCheckedContinuation { continuation in
      session.getAllTasks { tasks in
        continuation.resume(
          returning: (tasks.map { $0.taskDescription }, OperationQueue.current === session.delegateQueue))
      }
    }
    #expect(names == ["list", "photo"])
    #expect(isOnQueue)
    list.resume()
    await delegate.completion.wait()
    #expect(await session.allTasks.map { $0.taskDescription } == ["photo"])
    photo.cancel()
  }
}
