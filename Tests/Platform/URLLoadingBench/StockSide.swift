// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The `URLSession` of the toolchain's FoundationNetworking.
enum StockSide {
  private static func session(width: Int) -> URLSession {
    let configuration = URLSessionConfiguration.default
    configuration.httpMaximumConnectionsPerHost = width
    configuration.urlCache = nil
    return URLSession(configuration: configuration)
  }

  /// Loads a URL so often with `data(from:)`, so many at a time.
  static func gets(_ url: URL, count: Int, width: Int) async -> Measurement {
    let session = session(width: width)
    defer { session.finishTasksAndInvalidate() }
    return await Measurement.of(count: count) {
      await withTaskGroup(of: (bytes: Int, failures: Int).self) { group in
        for index in 0..<width {
          let share = count / width + (index < count % width ? 1 : 0)
          group.addTask { await loop(session, url, share) }
        }
        return await group.reduce(into: (bytes: 0, failures: 0)) {
          $0 = ($0.bytes + $1.bytes, $0.failures + $1.failures)
        }
      }
    }
  }

  private static func loop(_ session: URLSession, _ url: URL, _ count: Int) async -> (bytes: Int, failures: Int) {
    var result = (bytes: 0, failures: 0)
    for _ in 0..<count {
      guard let (data, response) = try? await session.data(from: url), (response as? HTTPURLResponse)?.statusCode == 200
      else {
        result.failures += 1
        continue
      }
      result.bytes += data.count
    }
    return result
  }

  /// Downloads a URL into a file.
  static func download(_ url: URL) async throws -> Measurement {
    let session = session(width: 1)
    defer { session.finishTasksAndInvalidate() }
    return try await Measurement.of(count: 1) {
      let (file, _) = try await session.download(from: url)
      defer { try? FileManager.default.removeItem(at: file) }
      let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
      return (size ?? 0, 0)
    }
  }

  /// Loads a URL and forgets what comes, piece by piece.
  static func discard(_ url: URL) async throws -> Measurement {
    let counter = Discarding()
    let session = URLSession(configuration: .ephemeral, delegate: counter, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    return await Measurement.of(count: 1) {
      session.dataTask(with: url).resume()
      return await counter.end()
    }
  }

  private final class Discarding: NSObject, URLSessionDataDelegate, @unchecked Sendable {  // calls come one by one
    private var bytes = 0
    private let (results, continuation) = AsyncStream.makeStream(of: (bytes: Int, failures: Int).self)

    func end() async -> (bytes: Int, failures: Int) {
      for await result in results { return result }
      return (0, 1)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) { bytes += data.count }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      continuation.yield((bytes, error == nil ? 0 : 1))
    }
  }
}
