// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The numbers of archives since the service started.
package struct ArchiveCounts: Hashable, Sendable {
  /// The number of addresses that were made for archives.
  package var madeCount = 0
  /// The number of downloads that were begun, those that go on included.
  package var downloadCount = 0
  /// The number of those that did not start at the beginning of the archive.
  package var resumedCount = 0
  /// The number of bytes that were sent.
  package var sentByteCount: Int64 = 0
}

/// Counts archives.
package final class ArchiveCounter: Sendable {
  private let counts = Mutex(ArchiveCounts())

  init() {}

  /// The numbers so far.
  package var current: ArchiveCounts { counts.withLock { $0 } }

  /// Counts a download that begins at a place of the archive.
  package func noteDownload(from offset: Int64) {
    counts.withLock { counts in
      counts.downloadCount += 1
      if offset > 0 { counts.resumedCount += 1 }
    }
  }

  /// Counts bytes that were sent.
  package func noteSent(_ byteCount: Int64) { counts.withLock { $0.sentByteCount += byteCount } }

  /// Counts an address that was made.
  func noteMade() { counts.withLock { $0.madeCount += 1 } }
}
