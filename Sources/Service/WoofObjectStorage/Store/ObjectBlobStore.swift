// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Glibc
internal import Synchronization
package import WoofCore
package import WoofModel
package import WoofS3
internal import WoofSystem

/// Keeps blobs as objects of a bucket, which any number of nodes share, and copies of them on this node's disk.
///
/// Bytes go to a spool on this disk. ``ObjectBlobSpool/place(as:)`` moves them to where only its hold reaches them, and into the
/// cache; securing the hold puts them into the bucket, and notes in the ledger that they are there. A blob that is read is
/// fetched into the cache, compared with its digest, and served from there as any file is.
package final class ObjectBlobStore: BlobStore {
  /// The objects in the bucket.
  package let objects: ObjectBlobs
  let settings: ObjectStorageSettings
  let cache: S3ObjectCache
  let folder: SpoolFolder

  /// Opens the folder of this node, and removes what was on its way. It asks nothing of the bucket; see ``start()``.
  ///
  /// - Throws: ``WoofSystem/SystemError`` where the folder cannot be made; ``WoofS3/S3SettingError`` where the prefix cannot be
  ///   part of a key.
  package init(_ client: S3Client, _ ledger: any BlobLedger, _ settings: ObjectStorageSettings) throws {
    objects = try ObjectBlobs(client, ledger, prefix: settings.prefix, settings.bounds)
    self.settings = settings
    folder = try SpoolFolder(settings.folder)
    cache = try S3ObjectCache(of: client, at: "\(settings.folder)/cache", byteLimit: settings.cacheByteLimit)
  }

  /// Checks that the bucket is there and can be written, that it is this installation's, and that the records belong to it;
  /// both are claimed where nobody has them yet. To be called before anything else.
  ///
  /// - Throws: ``WoofS3/S3Error`` and ``WoofS3/S3BucketClaim/Conflict``; ``ObjectStorageError``; ``WoofModel/WoofError`` where the
  ///   ledger cannot be asked. Each says in words what is wrong.
  package func start() async throws {
    try await client.headBucket()
    try await S3BucketClaim(
      of: settings.installation, to: client, prefix: ObjectBlobs.installations(below: settings.prefix)
    ).take()
    let named = ObjectInspection.binding(of: client, prefix: settings.prefix)
    let bound = try await ledger.bind(to: named)
    guard bound == named else { throw ObjectStorageError.otherBucket(bound: bound, named: named) }
  }

  var client: S3Client { objects.client }
  var ledger: any BlobLedger { objects.ledger }
  var names: ObjectNames { objects.names }

  /// The numbers of the cache.
  package var cacheStatistics: S3CacheStatistics { cache.statistics }

  /// Opens a place for bytes whose digest is not known yet.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `insufficient-storage`.
  package func makeSpool() throws -> any BlobSpool { try ObjectBlobSpool(in: self) }

  /// Opens a blob that is on this node and has been compared; `nil` for any other.
  package func open(_ digest: Digest) throws -> (any BlobFile)? {
    cache.cached([UInt8](digest.bytes)).map { CachedBlob($0, of: digest, in: cache) }
  }

  /// Fetches a blob, compares it, and opens it for reading; `nil` where there is none, or where it is damaged. The operator is
  /// told then, and whoever uploads the same bytes again puts them anew.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` where the store, the ledger or the disk is not able to;
  ///   `internal` where the store refuses.
  package func fetch(_ digest: Digest) async throws -> (any BlobFile)? {
    var tried: BlobIncarnation?
    while let entry = try await ledger.entries(of: [digest])[digest], entry.state != .dying,
      entry.incarnation != tried
    {
      if let file = try await fetch(entry) { return CachedBlob(file, of: digest, in: cache) }
      // It may have been collected, and come back as another one.
      tried = entry.incarnation
    }
    return nil
  }

  /// None: a blob that is here may be one that is collected just now.
  package func hold(_ digest: Digest) throws -> (any BlobHold)? { nil }

  /// Holds a blob that is stored; it needs no request to the bucket.
  ///
  /// - Returns: The hold; `nil` where there is no blob under that digest.
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` or `internal`.
  package func holdElsewhere(_ digest: Digest) async throws -> (any BlobHold)? {
    guard try await ledger.holdStored(digest, for: objects.bounds.hold) else { return nil }
    return StoredBlobHold(digest, in: objects)
  }

  /// Deletes the objects of blobs that are dying, removes their entries, and forgets them here.
  ///
  /// - Returns: The number of those that the service did not delete.
  func bury(_ dying: [BlobIncarnation]) async throws -> Int {
    for blob in dying { cache.remove([UInt8](blob.digest.bytes)) }
    return try await objects.bury(dying)
  }

  /// The operator is told once: where an object is known to be missing or damaged, it may have been put back since.
  private func fetch(_ entry: BlobEntry) async throws -> S3CachedFile? {
    let digest = entry.incarnation.digest
    let key = try names.key(of: entry.incarnation)
    let event: ObjectStorageEvent
    do {
      return try await cache.file([UInt8](digest.bytes), key: key)
    } catch let error as S3Error where error.reason == .keyMissing {
      event = .missing(digest, key: key.description)
    } catch let error as S3Error where error.reason == .digestMismatch {
      event = .damaged(digest, key: key.description)
    } catch {
      throw ObjectStorageFailure.whileReading(error)
    }
    guard entry.state == .stored else { return nil }
    settings.report(event)
    try await ledger.noteMissing(entry.incarnation)
    return nil
  }
}

/// A blob of the cache, opened for reading.
private final class CachedBlob: BlobFile {
  private let file: S3CachedFile
  private let digest: Digest
  private let cache: S3ObjectCache

  init(_ file: S3CachedFile, of digest: Digest, in cache: S3ObjectCache) {
    (self.file, self.digest, self.cache) = (file, digest, cache)
  }

  var descriptor: Int32 { file.descriptor }
  var byteCount: Int64 { file.byteCount }

  func discard() { cache.remove([UInt8](digest.bytes)) }
}

/// The names of the objects that hold blobs: `<prefix>blobs/<hexadecimal digest>/<incarnation>`.
struct ObjectNames: Sendable {
  /// The beginning of the names of all blobs.
  let beginning: String

  /// - Parameter prefix: The beginning of all names in the bucket, as `woof/`; may be empty.
  init(prefix: String) { beginning = "\(prefix)blobs/" }

  /// The key of an object.
  ///
  /// - Throws: ``WoofS3/S3SettingError`` where the prefix cannot be part of a key.
  func key(of incarnation: BlobIncarnation) throws(S3SettingError) -> S3ObjectKey {
    try S3ObjectKey("\(beginning)\(incarnation.digest.hexadecimal)/\(incarnation.number)")
  }

  /// The incarnation that a key names; `nil` for the key of anything else.
  func incarnation(of key: String) -> BlobIncarnation? {
    guard key.hasPrefix(beginning) else { return nil }
    let parts = key.dropFirst(beginning.count).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let digest = Self.digest(parts[0]), let number = Int64(parts[1]), number > 0,
      String(number) == parts[1]
    else { return nil }
    return BlobIncarnation(digest, number)
  }

  private static func digest(_ text: Substring) -> Digest? {
    guard let digest = Hexadecimal.bytes(of: text.utf8).flatMap({ Digest($0) }), digest.hexadecimal == text else {
      return nil
    }
    return digest
  }
}

/// The folder of a node for bytes that are not in the bucket yet: those that arrive, in `spool`, and those that wait to be put,
/// in `placed`. Both are emptied at the start.
final class SpoolFolder: Sendable {
  private let path: String
  private let count = Atomic<UInt64>(0)

  /// Makes the folders that are missing.
  ///
  /// - Throws: ``WoofSystem/SystemError`` where that is not possible.
  init(_ path: String) throws(SystemError) {
    self.path = path
    try Self.makeFolder(path)
    for folder in ["\(path)/spool", "\(path)/placed"] {
      try Self.makeFolder(folder)
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] { unlink("\(folder)/\(name)") }
    }
  }

  /// A path for bytes that arrive, which no file has.
  func nextSpoolPath() -> String { "\(path)/spool/\(nextNumber())" }

  /// A path for bytes that wait to be put, which no file has.
  func nextPlacedPath() -> String { "\(path)/placed/\(nextNumber())" }

  private func nextNumber() -> UInt64 { count.wrappingAdd(1, ordering: .relaxed).newValue }

  private static func makeFolder(_ path: String) throws(SystemError) {
    guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
    throw SystemError(call: "mkdir", number: errno)
  }
}
