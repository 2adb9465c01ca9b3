// SPDX-License-Identifier: Apache-2.0

package import WoofConfiguration
package import WoofCore
internal import WoofHTTP
internal import WoofAPI
internal import WoofStorage
internal import WoofModel

/// Keeps everything in one folder: records in SQLite, bytes in files.
package actor EmbeddedStorageModule: WoofModule {
  /// `storage.embedded`.
  package static let id: ModuleID = "storage.embedded"
  /// The purpose of the module, in a sentence.
  package static let summary = "Keeps photos, accounts and changes in one folder."

  /// The folder that the configuration names.
  nonisolated var folderPath: String { settings.folder }

  private nonisolated let settings: EmbeddedStorageSettings
  private let files: (any FileSystem)?
  private let databaseFileSystem: String?
  private var folder: DataFolder?
  private var storage: EmbeddedStorage?

  /// Makes the module.
  package init(settings: EmbeddedStorageSettings) { self.init(settings: settings, files: nil) }

  /// Makes the module of other files than those of its surroundings, as tests do that let them fail.
  init(settings: EmbeddedStorageSettings, files: (any FileSystem)?, databaseFileSystem: String? = nil) {
    self.settings = settings
    self.files = files
    self.databaseFileSystem = databaseFileSystem
  }

  /// Opens the stores, and provides them.
  ///
  /// - Throws: ``WoofStorage/StorageError`` where the folder is in use, damaged or out of reach.
  package func provision(_ scope: ModuleScope) async throws {
    let environment = scope.environment
    let folder = try DataFolder.open(at: settings.folder, for: .service, files: files ?? environment.files)
    self.folder = folder
    if let log = scope.all(at: .log).first { ExposedPath(folder.path, holding: .data)?.warn(in: log) }
    var configuration = settings.configuration
    configuration.databaseFileSystem = databaseFileSystem ?? environment.databaseFileSystem
    configuration.reportDamage = Self.damageReport(to: scope.all(at: .log).first)
    let storage = try EmbeddedStorage(in: folder, configuration: configuration, time: environment.time)
    self.storage = storage
    environment.group?.clock.observeJumps { [weak storage] in storage?.lookAtClock() }
    scope.provide(storage, at: .condition)
    scope.provide(storage.records, at: .records)
    scope.provide(storage.records, at: .favourites)
    scope.provide(storage.records.steadyTime, at: .steadyTime)
    scope.provide(storage.records, at: .trash)
    scope.provide(storage.records, at: .timelines)
    scope.provide(storage.records, at: .derivations)
    scope.provide(storage.records, at: .credentials)
    scope.provide(storage.records, at: .appPasswords)
    scope.provide(storage.records, at: .browserSessions)
    scope.provide(storage.records, at: .invitations)
    scope.provide(storage.records, at: .tickets)
    scope.provide(storage.records, at: .albums)
    scope.provide(storage.records, at: .sharing)
    scope.provide(storage.records, at: .links)
    scope.provide(storage.records, at: .archives)
    scope.provide(storage.records, at: .changes)
    scope.provide(storage.records, at: .administration)
    scope.provide(storage.blobs, at: .blobs)
    scope.provide(storage.blobs, at: .quarantine)
    scope.provide(storage.uploads, at: .uploads)
    scope.provide(InstallationSecret(bytes: storage.records.installationSecret), at: .secret)
    scope.provide(DataFolderPath(folder.path), at: .dataFolder)
    scope.provide(
      AuditFile(in: folder.path, files: files ?? environment.files, reserve: storage.records.reserve), at: .audit)
    scope.provide(
      EmbeddedStoreUpkeep(folder: folder.path, storage: storage, time: environment.time), at: .upkeep)
    scope.provide(StorageMetrics(store: storage.records), at: .metrics)
    scope.provide(SharingMetrics(store: storage.records, time: environment.time), at: .metrics)
  }

  private static func damageReport(to log: LogSink?) -> @Sendable (DamagedBlob) -> Void {
    { blob in
      log?.note(
        .error,
        "a blob was damaged and has been moved aside; repair it from a backup: woof check --repair --from BACKUP",
        [
          "digest": "\(blob.digest)", "photos": blob.photos.map(\.description).joined(separator: ", "),
          "path": blob.path,
        ])
    }
  }

  /// Finishes what has been asked for, closes the stores, and gives the folder up.
  package func cleanUp() async {
    await storage?.close()
    folder?.close()
  }
}

/// The folder of the embedded stores, and their configuration.
package struct EmbeddedStorageSettings: ConfigurationSection {
  let folder: String
  let configuration: EmbeddedStoreConfiguration

  /// The folder where neither the configuration nor the command line names one.
  package static let standardFolder = "woof-data"

  /// Reads the section.
  package init(from reader: inout ConfigurationReader) {
    folder = reader.value(
      "folder", .string, default: Self.standardFolder,
      "The folder that holds everything; it is made where there is none.")
    var configuration = EmbeddedStoreConfiguration()
    configuration.readerCount = reader.value(
      "readers", .integer(in: 1...64), default: configuration.readerCount, "How many calls read the database at once.")
    configuration.writerCacheByteCount = Int(
      reader.value(
        "writerCache", .byteCount(in: .kibibytes(64)...(.gibibytes(4))),
        default: .bytes(Int64(configuration.writerCacheByteCount)),
        "How many bytes of the database the writer keeps in memory."
      ).bytes)
    configuration.readerCacheByteCount = Int(
      reader.value(
        "readerCache", .byteCount(in: .kibibytes(64)...(.gibibytes(4))),
        default: .bytes(Int64(configuration.readerCacheByteCount)),
        "How many bytes of the database each reader keeps in memory."
      ).bytes)
    configuration.logByteLimit = Int(
      reader.value(
        "logLimit", .byteCount(in: .mebibytes(1)...(.gibibytes(4))), default: .bytes(Int64(configuration.logByteLimit)),
        "From how many bytes on the write-ahead log is copied into the database."
      ).bytes)
    configuration.busyTimeout = reader.value(
      "busyTimeout", .anyDuration, default: configuration.busyTimeout,
      "How long to wait for another process that changes accounts.")
    configuration.scrubByteRate =
      reader.value(
        "scrubRate", .byteCount(in: .bytes(0)...(.gibibytes(4))), default: .bytes(configuration.scrubByteRate),
        "How many bytes of photos are read again each second, to find those that have changed on the disk; 0 for none."
      ).bytes
    configuration.scrubInterval = reader.value(
      "scrubInterval", .duration(in: .seconds(60)...(.seconds(365 * 86_400))), default: configuration.scrubInterval,
      "How long it takes at least from one round over all photos to the next.")
    configuration.deletionGrace = reader.value(
      "deletionGrace", .duration(in: .seconds(0)...(.seconds(3650 * 86_400))), default: configuration.deletionGrace,
      "For how long administrators can restore a photo that was deleted; 0s for not at all.")
    configuration.reserveByteCount =
      reader.value(
        "reserve", .byteCount(in: .bytes(0)...(.gibibytes(16))), default: .mebibytes(64),
        "How many bytes of the disk are kept for administration and deletion, so that a full disk can be emptied; 0 for "
          + "none. Uploads are refused while a part of it is in use."
      ).bytes
    configuration.storedResponseLimit = reader.value(
      "idempotencyKeys", .integer(in: 1000...100_000_000), default: configuration.storedResponseLimit,
      "How many idempotency keys are kept; beyond that, the oldest go of the accounts that have most.")
    configuration.storedResponseLimitPerAccount = reader.value(
      "idempotencyKeysPerAccount", .integer(in: 10...1_000_000), default: configuration.storedResponseLimitPerAccount,
      "How many idempotency keys one account may have before its oldest go.")
    configuration.editLimit = reader.value(
      "edits", .integer(in: 1000...100_000_000), default: configuration.editLimit,
      "How many numbers of edits of favourites (Woof-Edit) are kept; beyond that, the oldest go of the accounts that have "
        + "most.")
    configuration.editLimitPerAccount = reader.value(
      "editsPerAccount", .integer(in: 10...1_000_000), default: configuration.editLimitPerAccount,
      "How many numbers of edits of favourites are kept of one account before its oldest go.")
    configuration.quarantinedPicturesPerAccount = reader.value(
      "quarantinedPicturesPerAccount", .integer(in: 1...100), default: configuration.quarantinedPicturesPerAccount,
      "How many pictures that made a plugin fail are kept of one account before its oldest go.")
    self.configuration = configuration
  }
}
