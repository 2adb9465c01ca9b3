// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import WoofCommandLine

/// A client that keeps many connections busy with requests, one after the other on each, from one thread.
final class LoadClient {
  /// The result of a run.
  struct Result {
    /// The number of responses with a status of 200 to 299.
    var completed = 0
    /// The numbers of other responses by status, and under 0 of connections that broke.
    var failures: [Int: Int] = [:]
    /// The duration of the run in seconds.
    var seconds = 0.0
    /// The delays from the first byte of a request to the last of its response.
    var delays = DelayHistogram()

    /// The number of successful responses a second.
    var rate: Double { seconds > 0 ? Double(completed) / seconds : 0 }
  }

  /// The extent of a run: by its duration, or by the number of requests.
  enum Extent {
    case time(Duration)
    /// A number of requests altogether, but no longer than a minute.
    case requests(Int)
  }

  private let port: UInt16
  private let epoll = Epoll()
  private var connections: [LoadConnection] = []
  private var isSending: [Bool] = []
  private var block = [UInt8](repeating: 0, count: 65_536)
  private let next: (_ connection: Int) -> LoadRequest
  private var result = Result()
  private var begun = 0
  private var mostRequests = Int.max

  /// Connects.
  ///
  /// - Parameter next: Makes the next request of a connection.
  /// - Throws: `CommandFailure` where a connection cannot be made.
  init(port: UInt16, connectionCount: Int, next: @escaping (_ connection: Int) -> LoadRequest) throws {
    self.port = port
    self.next = next
    for index in 0..<connectionCount {
      guard let descriptor = LoopbackSocket.connect(port: port, blocking: true) else {
        throw CommandFailure("connection \(index) to port \(port) failed: \(String(cString: strerror(errno)))")
      }
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      epoll.add(descriptor, tag: index)
      connections.append(LoadConnection(descriptor: descriptor))
      isSending.append(false)
    }
  }

  deinit {
    for connection in connections { close(connection.descriptor) }
  }

  /// Sends requests for some time or up to some number, and waits for the responses that are under way.
  func run(_ extent: Extent) -> Result {
    result = Result()
    begun = 0
    let start = MonotonicClock.nanoseconds
    let end: UInt64
    switch extent {
    case .time(let duration):
      mostRequests = Int.max
      end = start + UInt64(duration / .nanoseconds(1))
    case .requests(let count):
      mostRequests = count
      end = start + 60_000_000_000
    }
    for index in connections.indices { beginNext(index) }
    while MonotonicClock.nanoseconds < end, connections.contains(where: \.isBusy) { step() }
    result.seconds = Double(MonotonicClock.nanoseconds - start) / 1e9
    mostRequests = 0
    let (counted, giveUp) = (result, MonotonicClock.nanoseconds + 10_000_000_000)
    while MonotonicClock.nanoseconds < giveUp, connections.contains(where: \.isBusy) { step() }
    return Result(
      completed: counted.completed, failures: result.failures, seconds: counted.seconds, delays: counted.delays)
  }

  private func step() {
    epoll.wait(milliseconds: 100) { index, canRead, canWrite in
      if canWrite, connections[index].isBusy { handle(connections[index].send(), of: index) }
      if canRead { handle(connections[index].receive(&block), of: index) }
    }
  }

  private func beginNext(_ index: Int) {
    guard begun < mostRequests, connections[index].descriptor >= 0, !connections[index].isBusy else { return }
    begun += 1
    handle(connections[index].begin(next(index)), of: index)
  }

  private func handle(_ step: LoadConnection.Step, of index: Int) {
    switch step {
    case .waiting(let hasMore):
      guard hasMore != isSending[index] else { return }
      isSending[index] = hasMore
      epoll.change(connections[index].descriptor, tag: index, forWriting: hasMore)
    case .completed(let status):
      if (200..<300).contains(status) {
        result.completed += 1
        result.delays.record(nanoseconds: MonotonicClock.nanoseconds - connections[index].sentAt)
      } else {
        result.failures[status, default: 0] += 1
      }
      beginNext(index)
    case .failed:
      result.failures[0, default: 0] += 1
      replace(index)
    }
  }

  private func replace(_ index: Int) {
    close(connections[index].descriptor)
    let descriptor = LoopbackSocket.connect(port: port, blocking: true) ?? -1
    connections[index] = LoadConnection(descriptor: descriptor)
    isSending[index] = false
    guard descriptor >= 0 else { return }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    epoll.add(descriptor, tag: index)
    beginNext(index)
  }
}
