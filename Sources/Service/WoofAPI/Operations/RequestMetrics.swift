// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTP

/// Counts requests, on each loop for itself.
final class RequestMetrics: Sendable {
  private let counts: LoopLocal<RequestCounts>

  init(group: EventLoopGroup, routeCount: Int) {
    counts = LoopLocal(group) { _ in RequestCounts(routeCount: routeCount) }
  }

  /// Counts a request that is about to be handled. Runs on a loop.
  func begin() { counts.withValue { $0.begunCount += 1 } }

  /// Counts a request whose response has gone out, or broke off. Runs on a loop.
  func record(_ exchange: HTTPExchange) { counts.withValue { $0.record(exchange) } }

  /// The counts of all loops together.
  func total(of group: EventLoopGroup) async -> RequestCounts {
    var total = RequestCounts(routeCount: 0)
    for loop in group.loops {
      let part = await withUnsafeContinuation { continuation in
        loop.execute { continuation.resume(returning: self.counts.withValue { $0 }) }
      }
      total.add(part)
    }
    return total
  }
}

/// The counts of requests, those of each route by status and duration.
struct RequestCounts: Sendable {
  /// The upper ends of the classes of durations, in nanoseconds; a last class takes what is longer.
  static let durationBounds: [Int64] = [
    100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000,
    250_000_000, 500_000_000, 1_000_000_000, 2_500_000_000, 5_000_000_000, 10_000_000_000,
  ]

  /// The counts of one route.
  struct Route: Sendable {
    /// Responses by the first digit of their status, from 1 to 5.
    var byStatusClass = [Int](repeating: 0, count: 6)
    /// Responses by how long they took.
    var byDuration = [Int](repeating: 0, count: durationBounds.count + 1)
    /// The time of all responses together, in nanoseconds.
    var durationSum: Int64 = 0

    mutating func add(_ other: Route) {
      for index in byStatusClass.indices { byStatusClass[index] += other.byStatusClass[index] }
      for index in byDuration.indices { byDuration[index] += other.byDuration[index] }
      durationSum += other.durationSum
    }
  }

  /// Requests handed to the service.
  var begunCount = 0
  /// Requests handed to the service and ended.
  var endedCount = 0
  /// Messages that could not be read as a request.
  var violationCount = 0
  /// Responses that did not go out whole.
  var abortedCount = 0
  /// Bytes of bodies that came in.
  var receivedByteCount: Int64 = 0
  /// Bytes of bodies that went out.
  var sentByteCount: Int64 = 0
  /// The counts of each route; the last element is for requests that no route takes.
  var routes: [Route]

  init(routeCount: Int) { routes = [Route](repeating: Route(), count: routeCount + 1) }

  mutating func record(_ exchange: HTTPExchange) {
    if exchange.request == nil { violationCount += 1 } else { endedCount += 1 }
    if !exchange.isComplete { abortedCount += 1 }
    receivedByteCount += exchange.receivedCount
    sentByteCount += exchange.sentCount
    let route = exchange.route >= 0 && exchange.route < routes.count - 1 ? exchange.route : routes.count - 1
    routes[route].byStatusClass[min(5, max(0, exchange.status.code / 100))] += 1
    let bounds = Self.durationBounds
    routes[route].byDuration[bounds.firstIndex { exchange.duration <= $0 } ?? bounds.count] += 1
    routes[route].durationSum += exchange.duration
  }

  mutating func add(_ other: RequestCounts) {
    begunCount += other.begunCount
    endedCount += other.endedCount
    violationCount += other.violationCount
    abortedCount += other.abortedCount
    receivedByteCount += other.receivedByteCount
    sentByteCount += other.sentByteCount
    if routes.count < other.routes.count { routes = [Route](repeating: Route(), count: other.routes.count) }
    for index in other.routes.indices { routes[index].add(other.routes[index]) }
  }
}
