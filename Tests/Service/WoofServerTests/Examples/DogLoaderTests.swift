// SPDX-License-Identifier: Apache-2.0

import DogsExamples
import Foundation
import Testing
import URLLoading

@testable import TestKit

@Suite(.timeLimit(.minutes(1))) struct DogLoaderTests {
  private let loader = DogLoader(session: URLSession(configuration: .ephemeral))

  private func load(_ url: URL) async -> Result<Data, URLError> {
    await withCheckedContinuation { continuation in loader.load(url) { continuation.resume(returning: $0) } }
  }

  private func gather(
    _ url: URL, whenWaiting: (@Sendable () -> Void)? = nil
  ) async -> Result<Data, any Error> {
    let loader = GatheringDogLoader()
    return await withCheckedContinuation { continuation in
      loader.load(url, whenWaiting: whenWaiting) { result in
        withExtendedLifetime(loader) { continuation.resume(returning: result) }
      }
    }
  }

  @Test func `a completion handler gets the data`() async throws {
    try await withService { service in
      let data = try await load(service.url.appending(path: "v1/photos")).get()
      #expect(try JSONDecoder().decode(DogPage.self, from: data).items.isEmpty)
    }
  }

  @Test func `a completion handler distinguishes a wrong status from no response`() async throws {
    try await withService { service in
      // The second is good, but of another type.
      for path in ["v1/nothing", "healthz"] {
        let response = await load(try service.url.appending(path: path))
        #expect(response == .failure(URLError(.badServerResponse)))
      }
    }
    guard case .failure(let error) = await load(try TestService.deadURL) else { throw TestFailure("loaded") }
    #expect(error.code == .cannotConnectToHost)
  }

  @Test func `a delegate gathers the data`() async throws {
    try await withService { service in
      let data = try await gather(service.url.appending(path: "v1/photos")).get()
      #expect(try JSONDecoder().decode(DogPage.self, from: data).items.isEmpty)
    }
  }

  @Test func `a delegate waits for a service that is not up yet`() async throws {
    let reserved = try ReservedPort()
    let url = try URL(string: "http://127.0.0.1:\(reserved.port)/v1/photos").orThrow("no URL")
    let hasFailedToConnect = Gate()
    let loading = Task {
      defer { hasFailedToConnect.open() }
      return await gather(url, whenWaiting: { hasFailedToConnect.open() })
    }
    await hasFailedToConnect.wait()
    let result = try await withService(port: reserved.port) { _ in await loading.value }
    #expect(try JSONDecoder().decode(DogPage.self, from: result.get()).items.isEmpty)
  }

  @Test func `a delegate that refuses the head cancels the load`() async throws {
    try await withService { service in
      let result = await gather(try service.url.appending(path: "v1/nothing"))
      let error = #expect(throws: URLError.self) { try result.get() }
      #expect(error?.code == .cancelled)
    }
  }
}
