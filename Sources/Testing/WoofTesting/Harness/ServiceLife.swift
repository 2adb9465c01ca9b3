// SPDX-License-Identifier: Apache-2.0

internal import WoofServer
internal import WoofAPI

/// One life of the service behind a harness, from its start to its stop.
struct ServiceLife: Sendable {
  let running: RunningService
  private let stops: AsyncStream<Void>.Continuation
  private let task: Task<Void, any Error>

  /// Starts a service.
  ///
  /// - Throws: Any error of starting it.
  static func start(
    _ configuration: LiveConfiguration, log: LogSink, in environment: ServiceEnvironment
  ) async throws -> Self {
    let (ready, readyFeed) = AsyncThrowingStream.makeStream(of: RunningService.self)
    let (stopRequests, stops) = AsyncStream.makeStream(of: Void.self)
    let task = Task.detached {
      do {
        try await WoofServer.run(configuration, log: log, in: environment) { running in
          readyFeed.yield(running)
          for await _ in stopRequests {}
        }
        readyFeed.finish()
      } catch {
        readyFeed.finish(throwing: error)
        throw error
      }
    }
    for try await running in ready { return ServiceLife(running: running, stops: stops, task: task) }
    throw HarnessError.isStopped
  }

  /// Stops the service, and returns when everything has been closed.
  ///
  /// - Throws: The error of a module that was cleaned up.
  func stop() async throws {
    stops.finish()
    try await task.value
  }
}
