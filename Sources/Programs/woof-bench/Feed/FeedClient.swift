// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import WoofCommandLine
import WoofModel

/// Thousands of subscribers of the live stream, and a few connections that change favourites meanwhile; all on one
/// thread.
final class FeedClient {
  /// The delays from a favourite's request to the arrival of its line, for each line of each subscriber.
  private(set) var delays = DelayHistogram()
  /// The number of lines that arrived in the last run.
  private(set) var lineCount = 0
  /// The number of changes that were requested and answered in the last run.
  private(set) var changeCount = 0
  /// The number of requests that failed or had another status than 200.
  private(set) var failureCount = 0

  private let port: UInt16
  private let photos: [PhotoID]
  private let requests: FeedChangeRequests
  private let epoll = Epoll()
  private var subscribers: [FeedSubscriber] = []
  private var writers: [LoadConnection] = []
  private var photosOfWriters: [Int?] = []
  private var memory: EventLineMemory
  /// The newest version that each subscriber has of each photo, subscriber by subscriber.
  private var newest: [Int64] = []
  /// The times at which each photo's changes were requested, since its first version.
  private var sentTimes: [[UInt64]]
  private let firstVersions: [Int64]
  private var nextChange = 0
  private var block = [UInt8](repeating: 0, count: 262_144)

  /// Connects the writers.
  ///
  /// - Parameter photos: The photos whose favourites change; no other client changes them.
  /// - Throws: `CommandFailure` where a connection cannot be made.
  init(port: UInt16, photos: [PhotoMetadata], accounts: [BenchAccount], writerCount: Int = 8) throws {
    self.port = port
    self.photos = photos.map(\.id)
    firstVersions = photos.map(\.version)
    sentTimes = Array(repeating: [], count: photos.count)
    requests = FeedChangeRequests(photos: photos.map(\.id), accounts: accounts)
    memory = EventLineMemory(photos: photos.map(\.id))
    for index in 0..<writerCount {
      writers.append(LoadConnection(descriptor: try connect()))
      epoll.add(writers[index].descriptor, tag: -1 - index)
      photosOfWriters.append(nil)
    }
  }

  deinit {
    for writer in writers { close(writer.descriptor) }
    endSubscriptions()
  }

  /// Subscribes `count` times, and waits until every stream has begun.
  ///
  /// - Throws: `CommandFailure` if one is refused, or has not begun within 20 seconds.
  func subscribe(count: Int) throws {
    let request = HTTPClientRequest("GET", "/v1/events").bytes
    for index in 0..<count {
      let subscriber = FeedSubscriber(descriptor: try connect())
      subscribers.append(subscriber)
      newest += firstVersions
      epoll.add(subscriber.descriptor, tag: index)
      _ = send(subscriber.descriptor, request, request.count, Int32(MSG_NOSIGNAL))
      // The service has to accept as fast as this program connects.
      if index.isMultiple(of: 50) { pump(milliseconds: 1) }
    }
    let end = MonotonicClock.seconds + 20
    while subscribers.contains(where: { !$0.isSubscribed && !$0.hasEnded }), MonotonicClock.seconds < end {
      pump(milliseconds: 100)
    }
    let live = subscribers.count { $0.isSubscribed && !$0.hasEnded }
    guard live == count else { throw CommandFailure("\(live) of \(count) subscriptions were granted") }
  }

  /// Closes the connections of all subscribers.
  func endSubscriptions() {
    for subscriber in subscribers { close(subscriber.descriptor) }
    subscribers = []
    newest = []
  }

  /// Reads what arrives for some time, and changes favourites meanwhile.
  func run(for duration: Duration, changesPerSecond: Int) {
    (delays, lineCount, changeCount) = (DelayHistogram(), 0, 0)
    let start = MonotonicClock.nanoseconds
    let end = start + UInt64(duration / .nanoseconds(1))
    let period = changesPerSecond > 0 ? 1_000_000_000 / UInt64(changesPerSecond) : UInt64.max
    var due = changesPerSecond > 0 ? start : UInt64.max
    var now = start
    while now < end {
      while due <= now, beginChange() { due += period }
      let pause = min(due > now ? due - now : 0, end - now)
      pump(milliseconds: Int32(max(1, min(100, pause / 1_000_000))))
      now = MonotonicClock.nanoseconds
    }
  }

  /// Reads the stream until every subscriber has every photo's newest version, or ten seconds have passed.
  ///
  /// - Returns: The number of photos that subscribers do not have in their newest version, counted for each subscriber.
  func settle() -> Int {
    let end = MonotonicClock.seconds + 10
    while MonotonicClock.seconds < end, staleCount > 0 || writers.contains(where: \.isBusy) { pump(milliseconds: 10) }
    return staleCount
  }

  /// Returns the number of favourites and the version that a photo must have by now.
  func expectation(ofPhoto index: Int) -> (favouriteCount: Int, version: Int64) {
    let changes = sentTimes[index].count
    return (requests.schedule.count(afterChanges: changes), firstVersions[index] + Int64(changes))
  }

  /// Returns the number of favourites in the stream's line of a photo's newest version; `nil` if there is no such line.
  func toldCount(ofPhoto index: Int) -> Int64? {
    let version = expectation(ofPhoto: index).version
    return memory.entries.last { $0.photo == index && $0.version == version }?.favouriteCount
  }

  private var staleCount: Int {
    var count = 0
    for subscriber in subscribers.indices {
      for photo in photos.indices where newest[subscriber * photos.count + photo] < expectation(ofPhoto: photo).version
      {
        count += 1
      }
    }
    return count
  }

  private func connect() throws -> Int32 {
    guard let descriptor = LoopbackSocket.connect(port: port, blocking: true) else {
      throw CommandFailure("no connection to port \(port): \(String(cString: strerror(errno)))")
    }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    return descriptor
  }
}

extension FeedClient {
  /// Requests the next change. Returns `false` if no connection is free, or the photo's last change has no response
  /// yet.
  private func beginChange() -> Bool {
    let change = requests.schedule.change(nextChange)
    guard let writer = writers.firstIndex(where: { !$0.isBusy }), !photosOfWriters.contains(change.photo) else {
      return false
    }
    nextChange += 1
    photosOfWriters[writer] = change.photo
    sentTimes[change.photo].append(MonotonicClock.nanoseconds)
    handle(writers[writer].begin(requests[change]), of: writer)
    return true
  }

  private func pump(milliseconds: Int32) {
    epoll.wait(milliseconds: milliseconds) { tag, _, _ in
      if tag >= 0 { read(tag) } else { handle(writers[-1 - tag].receive(&block), of: -1 - tag) }
    }
  }

  private func handle(_ step: LoadConnection.Step, of writer: Int) {
    switch step {
    case .waiting: return
    case .completed(let status):
      changeCount += 1
      if status != 200 { failureCount += 1 }
    case .failed:
      // A connection that rests between two requests may be closed at any time.
      if writers[writer].isBusy { failureCount += 1 }
      close(writers[writer].descriptor)
      writers[writer] = LoadConnection(descriptor: (try? connect()) ?? -1)
      epoll.add(writers[writer].descriptor, tag: -1 - writer)
    }
    photosOfWriters[writer] = nil
  }

  private func read(_ index: Int) {
    guard index < subscribers.count else { return }
    let count = recv(subscribers[index].descriptor, &block, block.count, 0)
    guard count > 0 else {
      if count == 0 || errno != EAGAIN {
        subscribers[index].end()
        epoll.remove(subscribers[index].descriptor)
      }
      return
    }
    let now = MonotonicClock.nanoseconds
    var subscriber = subscribers[index]
    var expected = subscriber.expectedLine
    subscriber.take(block[..<count]) { line in expected = note(line, expected, of: index, at: now) }
    subscriber.expectedLine = expected
    subscribers[index] = subscriber
  }

  /// Notes a line and returns the index that the next one probably has.
  private func note(_ line: ArraySlice<UInt8>, _ expected: Int, of subscriber: Int, at now: UInt64) -> Int {
    guard !line.isEmpty, let index = memory.index(of: line, expected: expected, sentAt: sentTime) else {
      return expected
    }
    lineCount += 1
    let entry = memory.entries[index]
    if entry.sentAt > 0 { delays.record(nanoseconds: now - entry.sentAt) }
    let place = subscriber * photos.count + entry.photo
    newest[place] = max(newest[place], entry.version)
    return index + 1
  }

  private func sentTime(_ photo: Int, _ version: Int64) -> UInt64 {
    let change = Int(version - firstVersions[photo]) - 1
    return sentTimes[photo].indices.contains(change) ? sentTimes[photo][change] : 0
  }
}

/// The requests of a schedule, made beforehand.
private struct FeedChangeRequests {
  let schedule: FavouriteSchedule
  /// The requests to set and to unset, by photo and then by account.
  private let requests: [[(set: LoadRequest, unset: LoadRequest)]]

  init(photos: [PhotoID], accounts: [BenchAccount]) {
    schedule = FavouriteSchedule(photoCount: photos.count, accountCount: accounts.count)
    requests = photos.map { photo in
      accounts.map { account in
        func request(_ method: String) -> LoadRequest {
          LoadRequest(head: HTTPClientRequest(method, "/v1/photos/\(photo)/favourite", account: account).bytes)
        }
        return (request("PUT"), request("DELETE"))
      }
    }
  }

  subscript(change: FavouriteSchedule.Change) -> LoadRequest {
    let pair = requests[change.photo][change.account]
    return change.isSet ? pair.set : pair.unset
  }
}

/// The order in which favourites change, so that every request changes something and the counts are known beforehand.
struct FavouriteSchedule: Sendable {
  /// One request.
  struct Change: Equatable {
    var photo: Int
    var account: Int
    var isSet: Bool
  }

  let photoCount: Int
  let accountCount: Int

  /// Returns the change with a number, from 0: the photos take turns, then the accounts, then setting and unsetting.
  func change(_ number: Int) -> Change {
    let pass = number / photoCount
    return Change(
      photo: number % photoCount, account: pass % accountCount, isSet: (pass / accountCount).isMultiple(of: 2))
  }

  /// Returns the number of favourites of a photo after a number of changes.
  func count(afterChanges changes: Int) -> Int {
    let rest = changes % (2 * accountCount)
    return rest <= accountCount ? rest : 2 * accountCount - rest
  }
}
