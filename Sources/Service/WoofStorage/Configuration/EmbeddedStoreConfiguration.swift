// SPDX-License-Identifier: Apache-2.0

package import WoofCryptography
internal import WoofSQLite
package import WoofSystem

/// The configuration of the embedded stores. The defaults suit one machine with some hundred thousand photos and keep
/// an idle service below 30 MB of memory.
package struct EmbeddedStoreConfiguration: Sendable {
  /// The number of calls that read at once, each with a connection and a thread of its own; 4 by default.
  package var readerCount = 4
  /// The number of calls that may wait for a reader before more are refused as `unavailable`; 10,000 by default.
  package var readQueueLimit = 10_000
  /// The number of writes that may wait before more are refused as `unavailable`; 10,000 by default.
  package var writeQueueLimit = 10_000
  /// The size of the writer's page cache in bytes; 4 MiB by default.
  package var writerCacheByteCount = 4 << 20
  /// The size of each reader's page cache in bytes; 1 MiB by default.
  package var readerCacheByteCount = 1 << 20
  /// The length of the write-ahead log from which it is copied into the database, in bytes; 8 MiB by default.
  package var logByteLimit = 8 << 20
  /// The time to wait for another process that writes, before the call fails as `unavailable`; 10 seconds by default.
  package var busyTimeout = Duration.seconds(10)
  /// The maximum number of idempotency keys that are kept, about 250 bytes each; 1,000,000 by default.
  ///
  /// Beyond it, the accounts that have the most keys lose their oldest.
  package var storedResponseLimit = 1_000_000
  /// The maximum number of idempotency keys of one account; 10,000 by default. Beyond it, the oldest are forgotten.
  package var storedResponseLimitPerAccount = 10_000
  /// The maximum number of numbers of edits that are kept, about 200 bytes each; 1,000,000 by default. There is one for each
  /// account, device and photo whose favourite the device has set or unset within 90 days.
  ///
  /// Beyond it, the accounts that have the most lose their oldest.
  package var editLimit = 1_000_000
  /// The maximum number of numbers of edits that are kept of one account; 10,000 by default. Beyond it, the oldest go.
  package var editLimitPerAccount = 10_000
  /// The pause between two folders in the search for blobs that no record refers to; 100 milliseconds by default.
  package var sweepPause = Duration.milliseconds(100)
  /// The interval between two searches for blobs that no record refers to; a day by default. The first search follows
  /// after a twenty-fourth of it.
  package var sweepInterval = Duration.seconds(86_400)
  /// The number of bytes of blobs that are read again each second, to find those that have changed on the disk; 1 MiB
  /// by default, and 0 for none.
  package var scrubByteRate: Int64 = 1 << 20
  /// The minimum time from the start of one round over all blobs to the start of the next; 7 days by default.
  package var scrubInterval = Duration.seconds(7 * 86_400)
  /// The time for which a photo can be restored after its deletion; 7 days by default, and zero for not at all.
  package var deletionGrace = Duration.seconds(7 * 86_400)
  /// The maximum number of pictures of one account that made a plugin fail and are set aside; 10 by default. Beyond it, its
  /// oldest go.
  package var quarantinedPicturesPerAccount = 10
  /// The number of bytes of the disk that are kept for administration and deletion; 0, the default, for none.
  package var reserveByteCount: Int64 = 0
  /// Is told of blobs that were damaged and have been moved aside, on the maintenance thread.
  package var reportDamage: @Sendable (DamagedBlob) -> Void = { _ in }

  /// The name of a registered VFS below SQLite; `nil` for the system's files. For tests.
  package var databaseFileSystem: String?

  /// The place where the stores work: threads of their own by default, turns in tests.
  package var workplace = Workplace.threads
  /// The source of what is drawn at random; the system's by default. For tests.
  package var random: any RandomSource = SystemRandomSource()

  /// Makes the default configuration.
  package init() {}

  func settings(cacheByteCount: Int, isReadOnly: Bool = false) -> DatabaseSettings {
    DatabaseSettings(
      cacheByteCount: cacheByteCount, busyTimeout: busyTimeout, isReadOnly: isReadOnly,
      fileSystemName: databaseFileSystem)
  }
}
