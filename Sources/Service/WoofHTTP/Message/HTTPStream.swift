// SPDX-License-Identifier: Apache-2.0

/// A body made while it is sent. Its task runs on the connection's loop and is cancelled when the peer leaves.
package struct HTTPStream: Sendable {
  /// The length, where it is known; else the body is sent in chunks.
  package let count: Int64?
  /// Writes the body; returning without ``HTTPStreamWriter/finish()``, or throwing, breaks the connection off, so that
  /// the peer can tell that something is missing.
  package let write: @Sendable (consuming HTTPStreamWriter) async throws -> Void

  /// Makes a body of what `write` writes.
  package init(count: Int64? = nil, _ write: @escaping @Sendable (consuming HTTPStreamWriter) async throws -> Void) {
    self.count = count
    self.write = write
  }
}

/// Writes one streamed body. It cannot be copied and finishing consumes it, so a body cannot be finished twice.
package struct HTTPStreamWriter: ~Copyable, Sendable {
  private let target: any HTTPStreamTarget

  /// Makes the writer of one body.
  package init(target: any HTTPStreamTarget) { self.target = target }

  /// Sends bytes, and returns when there is room for more.
  ///
  /// - Throws: ``HTTPBodyError/connectionLost`` when the peer has left.
  package func write(_ bytes: HTTPBytes) async throws(HTTPBodyError) { try await target.write(bytes) }

  /// Sends a part of a file, which does not pass through the process where the connection allows that, and returns when
  /// there is room for more.
  ///
  /// - Throws: ``HTTPBodyError/connectionLost`` when the peer has left, or when the file is shorter.
  package func write(_ region: HTTPFileRegion) async throws(HTTPBodyError) { try await target.write(region) }

  /// Ends the body as complete.
  package consuming func finish() { target.finish() }
}

/// The target of a stream writer: the connection.
package protocol HTTPStreamTarget: AnyObject, Sendable {
  /// Sends bytes, and returns when there is room for more.
  func write(_ bytes: HTTPBytes) async throws(HTTPBodyError)
  /// Sends a part of a file, and returns when there is room for more.
  func write(_ region: HTTPFileRegion) async throws(HTTPBodyError)
  /// Marks the body complete.
  func finish()
}

/// Makes a body from outside any task, on the loop of its connection: what live feeds with thousands of idle readers
/// are made of. All calls come on that loop.
package protocol HTTPBodySource: AnyObject, Sendable {
  /// The head has been sent; bytes may follow through `outlet`, now and later.
  func opened(_ outlet: any HTTPBodyOutlet)
  /// The output that was held back has gone out; there is room for more.
  func outletHasRoom()
  /// The peer has left or the server ends; nothing can be sent any more. Called exactly once, last.
  func outletClosed()
}

/// The outlet through which a body source sends its bytes. Confined to ``loop``: calls from elsewhere trap.
package protocol HTTPBodyOutlet: AnyObject, Sendable {
  /// The loop of the connection.
  var loop: EventLoop { get }
  /// Sends bytes at once as far as the socket takes them. `false` when some are held back: the source then waits for
  /// ``HTTPBodySource/outletHasRoom()`` before it sends more.
  func send(_ bytes: HTTPBytes) -> Bool
  /// Ends the body as complete; nothing is sent after it, a second call does nothing.
  func finish()
}
