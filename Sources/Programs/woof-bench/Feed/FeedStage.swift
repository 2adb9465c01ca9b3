// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Synchronization
import WoofCommandLine
import WoofModel
import WoofSystem

/// A service with photos whose favourites change, and one that is fetched meanwhile.
final class FeedStage {
  /// The measured result of fetching a photo.
  struct Fetch: Sendable {
    var requestCount: Int
    var seconds: Double
    var processorSeconds: Double
    var longMilliseconds: Double

    var rate: Double { Double(requestCount) / seconds }
    var processorMicroseconds: Double { processorSeconds * 1e6 / Double(requestCount) }
  }

  let service: MeasuredService
  private let accounts = BenchAccount.several(4)
  private var photos: [PhotoMetadata] = []
  private var fetched: String

  /// Starts and fills the service.
  ///
  /// - Throws: `CommandFailure` where that fails.
  init(_ options: BenchOptions, photoCount: Int) throws {
    service = try MeasuredService(options)
    try service.add(accounts)
    try service.start()
    try service.verify(accounts)
    let connection = try service.connect()
    let picture = GeneratedJPEG.bytes(byteCount: 16_384, seed: UInt64.max)
    fetched = "/v1/photos/\(try service.upload(picture, as: accounts[0], over: connection).id)/original"
    photos = try (0..<UInt64(photoCount)).map { number in
      try service.upload(GeneratedJPEG.bytes(byteCount: 4096, seed: number), as: accounts[0], over: connection)
    }
  }

  /// Connects the client that reads the stream.
  ///
  /// - Throws: `CommandFailure` where that fails.
  func makeClient() throws -> FeedClient {
    try FeedClient(port: service.port, photos: photos, accounts: accounts)
  }

  /// Fetches the photo as fast as possible.
  ///
  /// - Throws: `CommandFailure` if a request failed.
  func fetch(for duration: Duration) throws -> Fetch {
    let before = try service.usage()
    let run = try WrkRun(url: service.url(fetched), connectionCount: 64, duration: duration, in: service.folder)
    return fetch(run, before, try service.usage())
  }

  /// Fetches the photo while favourites change.
  ///
  /// - Throws: `CommandFailure` if a request failed.
  func fetch(for duration: Duration, while client: FeedClient, _ changesPerSecond: Int) throws -> Fetch {
    let before = try service.usage()
    let (url, folder, outcome) = (service.url(fetched), service.folder, Outcome())
    let thread = try SystemThread(named: "wrk") {
      let result = Result { try WrkRun(url: url, connectionCount: 64, duration: duration, in: folder) }
      outcome.run.withLock { $0 = result }
    }
    client.run(for: duration, changesPerSecond: changesPerSecond)
    thread.join()
    guard let run = try outcome.run.withLock({ try $0?.get() }) else { throw CommandFailure("wrk gave nothing") }
    return fetch(run, before, try service.usage())
  }

  /// Returns the number of photos with another count or version than the changes give them, in the service's metadata
  /// or in the stream's last line.
  ///
  /// - Throws: `CommandFailure` where a photo cannot be read.
  func wrongPhotos(_ client: FeedClient) throws -> Int {
    let connection = try service.connect()
    var wrong = 0
    for (index, photo) in photos.enumerated() {
      let response = try connection.send(HTTPClientRequest("GET", "/v1/photos/\(photo.id)"))
      let metadata = try JSONDecoder().decode(PhotoMetadata.self, from: Data(response.body))
      let expected = client.expectation(ofPhoto: index)
      let isTold = client.toldCount(ofPhoto: index).map { $0 == Int64(expected.favouriteCount) } ?? true
      if metadata.favouriteCount != expected.favouriteCount || metadata.version != expected.version || !isTold {
        wrong += 1
      }
    }
    return wrong
  }

  private func fetch(_ run: WrkRun, _ before: ProcessUsage, _ after: ProcessUsage) -> Fetch {
    Fetch(
      requestCount: run.requestCount, seconds: run.seconds,
      processorSeconds: after.processorSeconds - before.processorSeconds, longMilliseconds: run.longMilliseconds)
  }

  /// The result that one thread leaves for another.
  private final class Outcome: Sendable {
    let run = Mutex<Result<WrkRun, any Error>?>(nil)
  }
}
