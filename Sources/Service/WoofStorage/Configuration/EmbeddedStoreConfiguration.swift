/// How the embedded stores work. The defaults suit one machine with some hundred thousand photos and keep an idle
/// service below 30 MB of memory.
public struct EmbeddedStoreConfiguration: Sendable {
  /// How many calls read at once, each with a connection and a thread of its own; 4 by default.
  public var readerCount = 4
  /// How many calls may wait for a reader before more are refused as `unavailable`; 10,000 by default.
  public var readQueueLimit = 10_000
  /// How many writes may wait before more are refused as `unavailable`; 10,000 by default.
  public var writeQueueLimit = 10_000
  /// How many bytes of pages the writer keeps in memory; 4 MiB by default.
  public var writerCacheByteCount = 4 << 20
  /// How many bytes of pages each reader keeps in memory; 1 MiB by default.
  public var readerCacheByteCount = 1 << 20
  /// From how many bytes on the write-ahead log is copied into the database; 8 MiB by default.
  public var logByteLimit = 8 << 20
  /// How long to wait for another process that writes, before the call fails as `unavailable`; 10 seconds by default.
  public var busyTimeout = Duration.seconds(10)
  /// The maximum number of idempotency keys that are kept, about 250 bytes each; 1,000,000 by default.
  ///
  /// Beyond it, the accounts that have the most keys lose their oldest.
  public var storedAnswerLimit = 1_000_000
  /// The maximum number of idempotency keys of one account; 10,000 by default. Beyond it, the oldest are forgotten.
  public var storedAnswerLimitPerAccount = 10_000
  /// The pause between two folders in the search for blobs that no record refers to; 100 milliseconds by default.
  public var sweepPause = Duration.milliseconds(100)
  /// How often those blobs are looked for; once a day by default, and first after a twenty-fourth of that time.
  public var sweepInterval = Duration.seconds(86_400)
  /// How many bytes of blobs are read again each second, to find those that have changed on the disk; 1 MiB by default,
  /// and 0 for none.
  public var scrubByteRate: Int64 = 1 << 20
  /// How long it takes at least from the start of one round over all blobs to the start of the next; 7 days by default.
  public var scrubInterval = Duration.seconds(7 * 86_400)
  /// For how long a photo that is deleted from now on can be restored; 7 days by default, and zero for not at all.
  public var deletionGrace = Duration.seconds(7 * 86_400)
  /// The maximum number of pictures of one account that made a plugin fail and are set aside; 10 by default. Beyond it, its
  /// oldest go.
  public var quarantinedPicturesPerAccount = 10
  /// The number of bytes of the disk that are kept for administration and deletion; 0, the default, for none.
  public var reserveByteCount: Int64 = 0
  /// Is told of blobs that were damaged and have been moved aside, on the maintenance thread.
  public var reportDamage: @Sendable (DamagedBlob) -> Void = { _ in }

  /// The name of a registered VFS below SQLite; `nil` for the system's files. For tests.
  package var databaseFileSystem: String?

  /// Makes the default configuration.
  public init() {}

  func settings(cacheByteCount: Int, isReadOnly: Bool = false) -> DatabaseSettings {
    DatabaseSettings(
      cacheByteCount: cacheByteCount, busyTimeout: busyTimeout, isReadOnly: isReadOnly,
      fileSystemName: databaseFileSystem)
  }
}
