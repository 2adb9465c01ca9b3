// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

@testable import TestKit

/// Responds with what is stored, if anything is; otherwise with something that it never sent before, which may be stored
/// as the path says.
private final class StoringProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { request.url?.host == "stored.test" }

  override func startLoading() {
    guard let client, let url = request.url else { return }
    if let cachedResponse { return client.urlProtocol(self, cachedResponseIsValid: cachedResponse) }
    guard let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil) else { return }
    client.urlProtocol(
      self, didReceive: response, cacheStoragePolicy: url.path == "/kept" ? .allowed : .notAllowed)
    client.urlProtocol(self, didLoad: Data(UUID().uuidString.utf8))
    client.urlProtocolDidFinishLoading(self)
  }
}

@Suite(.timeLimit(.minutes(1))) struct InterceptedCachingTests {
  private let session = freshSession {
    $0.protocolClasses = [StoringProtocol.self]
    $0.urlCache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0)
  }

  private func url(_ path: String) throws -> URL { try #require(URL(string: "http://stored.test\(path)")) }

  @Test func `a cacheable response belongs to the protocol at the next request`() async throws {
    let (first, _) = try await session.data(from: url("/kept"))
    let (second, response) = try await session.data(from: url("/kept"))
    #expect(!first.isEmpty)
    #expect(second == first)
    #expect(response.status == 200)
  }

  @Test func `a response for a delegate is stored as well`() async throws {
    let delegates = [RecordingDelegate(), RecordingDelegate()]
    for delegate in delegates {
      let task = session.dataTask(with: try url("/kept"))
      task.delegate = delegate
      task.resume()
      await delegate.completion.wait()
    }
    #expect(!delegates[0].data.isEmpty)
    #expect(delegates[1].data == delegates[0].data)
  }

  @Test func `a response that is not cacheable is not stored`() async throws {
    let (first, _) = try await session.data(from: url("/passing"))
    let (second, _) = try await session.data(from: url("/passing"))
    #expect(second != first)
  }
}
