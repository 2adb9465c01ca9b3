// SPDX-License-Identifier: Apache-2.0

/// Keeps the bytes of an audit log, and a small head that tells how far it went. All calls block, and come one at a time.
package protocol AuditStore: Sendable {
  /// Runs `body` while no other process works on the same log, or so that it comes to the same: a store may run it again where
  /// another process has gone on with the log, and what it wrote before counts for nothing then.
  ///
  /// - Throws: An error that keeps others from being held off, and any error that `body` throws.
  func exclusively<Result>(_ body: () throws -> Result) throws -> Result

  /// Returns the length of the log in bytes; 0 if there is none yet.
  ///
  /// - Throws: Any error of the store.
  func byteCount() throws -> Int64

  /// Bytes of the log; fewer than asked for where it ends before.
  ///
  /// - Throws: Any error of the store.
  func read(from offset: Int64, count: Int) throws -> [UInt8]

  /// Appends bytes, durably.
  ///
  /// - Throws: Any error of the store; a part of the bytes may be there then.
  func append(_ bytes: [UInt8]) throws

  /// Takes away what stands behind the first bytes, durably.
  ///
  /// - Throws: Any error of the store.
  func cut(to byteCount: Int64) throws

  /// The head; `nil` where there is none.
  ///
  /// - Throws: Any error of the store.
  func head() throws -> [UInt8]?

  /// Replaces the head as a whole, durably.
  ///
  /// - Throws: Any error of the store; the old head is there then.
  func setHead(_ bytes: [UInt8]) throws
}
