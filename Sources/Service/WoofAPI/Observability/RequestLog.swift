// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Writes one line a request, unless too many are refused. Each loop gathers its lines in a lane of its own.
final class RequestLog: Sendable {
  private let sink: LogSink
  private let time: any TimeSource
  private let lanes: LoopLocal<LogLane>
  private let misdirectedNote = Mutex<Timestamp?>(nil)

  init(sink: LogSink, group: EventLoopGroup, time: any TimeSource) {
    self.sink = sink
    self.time = time
    lanes = LoopLocal(group) { _ in sink.makeLane() }
  }

  /// Writes the line of a request, of this level where it did not fail. Runs on a loop.
  func record(_ exchange: HTTPExchange, level usual: LogSink.Level = .info) {
    let level: LogSink.Level = exchange.status.code >= 500 ? .warning : usual
    guard sink.writes(level) else { return }
    if let kind = RefusalSummary.Kind(status: Int(exchange.status.code)),
      !sink.admits(kind, from: exchange.client.address)
    {
      return
    }
    lanes.withValue { $0 }.append(line(for: exchange, level))
  }

  /// Writes why a request failed, with everything that its response does not say.
  func note(_ error: any Error, request: HTTPRequestID, from address: String) {
    guard sink.writes(.error) else { return }
    if (error as? WoofError)?.code.status == 503, !sink.admits(.overloads, from: address) { return }
    var line = LogLine(format: sink.format, level: .error, message: "request failed", time: time.now())
    line.add("id", request)
    line.add("error", String(reflecting: error))
    sink.append(line.finish())
  }

  /// Tells whoever runs the service, once a minute, that somebody asked for a host that it is not configured for.
  func noteMisdirected(_ request: HTTPRequest) {
    let now = time.now()
    let isDue = misdirectedNote.withLock { last in
      if let last, abs(now.milliseconds - last.milliseconds) < 60_000 { return false }
      last = now
      return true
    }
    guard isDue else { return }
    sink.note(
      .warning, "a request named a host that the service is not configured for; see hosts and origins",
      ["host": request.fields[.host] ?? "", "id": request.id.description])
  }

  private func line(for exchange: HTTPExchange, _ level: LogSink.Level) -> [UInt8] {
    var line = LogLine(format: sink.format, level: level, message: "request", time: time.now())
    line.add("id", exchange.id)
    if let request = exchange.request {
      line.add("method", request.method.token)
      // The path only: a query may hold what its sender would not want kept.
      line.add("path", utf8: LoggedPath.withoutSecrets(request.target.path))
    }
    line.add("status", exchange.status.code)
    line.add("duration", nanoseconds: exchange.duration)
    line.add("received", Int(exchange.receivedCount))
    line.add("sent", Int(exchange.sentCount))
    line.add("peer", exchange.client.address)
    if let user = exchange.user { line.add("user", user) }
    if !exchange.isComplete { line.add("aborted", "true") }
    return line.finish()
  }
}

/// The paths of requests as the log has them.
enum LoggedPath {
  /// The bytes that a secret may consist of, and those of percent-encoding.
  private static let secretBytes = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_%".utf8)

  /// Returns a path for the log: without segments that might be secrets, even where no route has the path. No id is as
  /// long as a secret.
  static func withoutSecrets(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard hasLongSegment(path) else { return path }
    let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let shown = segments.map { mayBeSecret($0) ? Array("…".utf8)[...] : $0 }
    return Array(shown.joined(separator: [UInt8(ascii: "/")]))[...]
  }

  /// Tells most paths apart without an allocation, as every request has one.
  private static func hasLongSegment(_ path: ArraySlice<UInt8>) -> Bool {
    let longCount = AddressSecret.textByteCount
    return path.withUnsafeBytes { bytes in  // read in their range only
      var (index, count) = (0, 0)
      while index < bytes.count, count < longCount {
        count = bytes[index] == UInt8(ascii: "/") ? 0 : count + 1
        index += 1
      }
      return count == longCount
    }
  }

  private static func mayBeSecret(_ segment: ArraySlice<UInt8>) -> Bool {
    segment.count >= AddressSecret.textByteCount && segment.allSatisfy(secretBytes.contains)
  }
}
