// SPDX-License-Identifier: Apache-2.0

internal import CPostgreSQL

/// A connection of libpq to one server, closed with this object. Used by one thread at a time.
final class PostgreSQLSession {
  private static let oldestVersion: Int32 = 130_000
  let handle: OpaquePointer
  /// The socket.
  let descriptor: Int32

  /// Connects, and waits until it has: names are looked up, keys are agreed on, and the password is proved, for which libpq
  /// blocks.
  ///
  /// - Parameter isPipelined: `true` for one that takes batches; one that only listens does not.
  /// - Throws: ``PostgreSQLError`` with the codes `unreachable` and `unsupported-server`.
  init(connectingBy settings: PostgreSQLSettings, isPipelined: Bool = true) throws(PostgreSQLError) {
    guard let handle = Self.connect(settings) else { throw PostgreSQLError(.unreachable, "there is no memory left") }
    self.handle = handle
    descriptor = PQsocket(handle)
    guard PQstatus(handle) == CONNECTION_OK, descriptor >= 0 else {
      let message = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
      let line = message.split(separator: "\n").joined(separator: "; ")
      throw PostgreSQLError(.unreachable, settings.redacted(line))
    }
    guard PQserverVersion(handle) >= Self.oldestVersion else {
      throw PostgreSQLError(
        .unsupportedServer, "the server is PostgreSQL \(PQserverVersion(handle) / 10_000); Woof needs 13 or later")
    }
    woof_pq_ignore_notices(handle)
    guard PQsetnonblocking(handle, 1) == 0, !isPipelined || PQenterPipelineMode(handle) == 1 else {
      throw PostgreSQLError(.unreachable, "the connection cannot take several statements at once")
    }
  }

  deinit { PQfinish(handle) }

  private static func connect(_ settings: PostgreSQLSettings) -> OpaquePointer? {
    let options = settings.options.sorted { $0.key < $1.key }
    var names = options.map { strings($0.key) } + [nil]
    var values = options.map { strings($0.value) } + [nil]
    defer { for text in names + values { text?.deallocate() } }
    return names.withUnsafeMutableBufferPointer { names in
      values.withUnsafeMutableBufferPointer { values in
        names.withMemoryRebound(to: UnsafePointer<CChar>?.self) { names in
          values.withMemoryRebound(to: UnsafePointer<CChar>?.self) { values in
            guard let names = names.baseAddress, let values = values.baseAddress else { return nil }
            return PQconnectdbParams(names, values, 0)
          }
        }
      }
    }
  }

  /// A copy of a text with a zero byte behind it.
  private static func strings(_ text: String) -> UnsafeMutablePointer<CChar>? {
    let bytes = text.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    copy.initialize(from: Array(bytes), count: bytes.count)
    return copy
  }
}
