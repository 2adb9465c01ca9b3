// SPDX-License-Identifier: Apache-2.0

import Combine
import DogsExamples
import Foundation
import Testing
import URLLoading

@testable import TestKit

@Suite(.timeLimit(.minutes(1))) struct DogServiceTests {
  /// A service that a test puts in the place of the real one.
  private struct StubbedDogService: DogService {
    let page: DogPage

    func call<Request: DogRequest>(_ request: Request) -> AnyPublisher<Request.Response, DogServiceError> {
      guard let response = page as? Request.Response else {
        return Fail(error: .unreadable).eraseToAnyPublisher()
      }
      return Just(response).setFailureType(to: DogServiceError.self).eraseToAnyPublisher()
    }
  }

  private func captions(of service: some DogService) async throws -> [String] {
    try await service.call(DogList(limit: 10)).map { $0.items.map(\.caption) }.first()
  }

  @Test func `a typed request returns its typed response`() async throws {
    try await withService { service in
      let id = try await service.member("ada").addPhoto()
      let dogs = HTTPDogService(session: URLSession(configuration: .ephemeral), address: try service.url)
      let details = try await dogs.call(DogDetails(id: id)).first()
      #expect(details.id == id)
      #expect(details.contentType == "image/jpeg")
      #expect(abs(details.createdAt.timeIntervalSinceNow) < 600)
      #expect(try await captions(of: dogs) == [""])
    }
  }

  @Test func `an error of the service is shown in its words`() async throws {
    try await withService { service in
      let dogs = HTTPDogService(session: URLSession(configuration: .ephemeral), address: try service.url)
      let missing = DogDetails(id: "01a1ff3c-482b-7190-8000-000000000000")
      let error = await #expect(throws: DogServiceError.self) { try await dogs.call(missing).first() }
      guard case .refused(let title) = error else { throw TestFailure("\(String(describing: error))") }
      #expect(!title.isEmpty)
    }
  }

  @Test func `an absent service is unreachable`() async throws {
    let dogs = HTTPDogService(session: URLSession(configuration: .ephemeral), address: try TestService.deadURL)
    await #expect(throws: DogServiceError.unreachable) { try await captions(of: dogs) }
  }

  @Test func `an app accepts another service as well`() async throws {
    let page = DogPage(items: [Dog(id: "1", caption: "Rex", favouriteCount: 3)])
    #expect(try await captions(of: StubbedDogService(page: page)) == ["Rex"])
  }
}
