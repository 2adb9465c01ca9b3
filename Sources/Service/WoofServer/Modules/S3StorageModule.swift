// SPDX-License-Identifier: Apache-2.0

internal import WoofAPI
package import WoofCore
internal import WoofModel
internal import WoofObjectStorage
internal import WoofS3
internal import WoofSharedStores
internal import WoofStorage

/// Keeps blobs as objects of a bucket, which all nodes share, and copies of them on this node's disk.
package actor S3StorageModule: WoofModule {
  /// `storage.s3`.
  package static let id: ModuleID = "storage.s3"
  /// The purpose of the module, in a sentence.
  package static let summary =
    "Keeps the bytes of photos in a store that speaks S3, beside records in storage.postgres."
  /// `false`: one machine is enough for most.
  package static let isEnabledByDefault = false

  nonisolated let settings: S3StorageSettings
  private var client: S3Client?
  private var store: ObjectBlobStore?
  private var condition: ObjectStoreCondition?
  private var uploads: ObjectUploadParts?

  /// Makes the module.
  package init(settings: S3StorageSettings) { self.settings = settings }

  /// Checks the bucket, claims it for the installation, and provides the blobs.
  ///
  /// - Throws: ``WoofModel/WoofError`` in words for the operator: a bucket that is missing, read-only or another
  ///   installation's, keys that are wrong, a clock that is off.
  package func provision(_ scope: ModuleScope) async throws {
    guard let ledger = scope.all(at: .blobLedger).first, let installation = scope.all(at: .installation).first else {
      throw WoofError(.internal, "storage.s3 needs the records of storage.postgres: enable that module too.")
    }
    let log = try scope.one(at: .log)
    settings.credentials?.warn(in: log)
    let client = try settings.makeClient()
    let folder = try settings.folder ?? "\(scope.one(at: .dataFolder).path)/blobs"
    var storage = ObjectStorageSettings(folder: DataFolder.absolute(folder), installation: installation.text)
    storage.prefix = settings.prefix
    storage.cacheByteLimit = settings.cacheByteLimit
    storage.report = { log.note($0) }
    let store = try ObjectBlobStore(client, ledger, storage)
    do {
      try await store.start()
    } catch {
      throw WoofError(.unavailable, "The bucket \(settings.bucket) cannot be used: \(error)", cause: error)
    }
    (self.client, self.store) = (client, store)
    let condition = ObjectStoreCondition(time: scope.environment.time)
    self.condition = condition
    scope.provide(condition, at: .condition)
    scope.provide(store, at: .blobs)
    let uploads = try ObjectUploadParts(client, prefix: settings.prefix)
    self.uploads = uploads
    scope.provide(uploads, at: .uploadParts)
    scope.provide(ObjectStorageMetrics(client: client, store: store), at: .metrics)
    guard let records = scope.all(at: .sharedRecords).first else { return }
    let place = SharedPlace(
      database: records.database, secret: records.secret, bucket: client, prefix: settings.prefix)
    scope.provide(
      SharedStoreUpkeep(of: records.store, store, uploads, at: place, folder: try scope.one(at: .dataFolder).path),
      at: .upkeep)
  }

  /// Looks whether the store responds, and collects what nothing refers to any more, until the service stops.
  package func run(_ scope: ModuleScope) async throws {
    guard let client, let store, let condition else { return }
    let log = try scope.one(at: .log)
    let (uploads, uploadLedger) = (self.uploads, scope.all(at: .uploadLedger).first)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await condition.watch(client) }
      group.addTask { [settings] in
        let collector = ObjectCollector(of: store)
        await Self.repeatedly(every: settings.collectionInterval, log, "blobs that nothing refers to") {
          let findings = try await collector.run()
          if !findings.isEmpty { log.note(findings) }
        }
      }
      guard let uploads, let uploadLedger else { return }
      group.addTask { [settings] in
        await Self.repeatedly(every: settings.collectionInterval, log, "parts of uploads that nothing refers to") {
          let count = try await uploads.collect(uploadLedger)
          if count > 0 { log.note(.info, "collected parts of uploads that nothing refers to", ["parts": "\(count)"]) }
        }
      }
    }
  }

  /// Collects again and again. A collection that fails goes on the next time. Nodes collect at times of their own, which does
  /// no harm.
  private static func repeatedly(
    every interval: Duration, _ log: LogSink, _ garbage: String, _ collect: () async throws -> Void
  ) async {
    while (try? await Task.sleep(for: interval * Double.random(in: 0.5..<1.5))) != nil {
      do {
        try await collect()
      } catch is CancellationError {
        return
      } catch {
        log.note(.warning, "\(garbage) were not all collected", ["error": "\(error)"])
      }
    }
  }
}

extension LogSink {
  /// Writes what an operator may want to know of an object.
  fileprivate func note(_ event: ObjectStorageEvent) {
    switch event {
    case .missing(let digest, let key):
      note(
        .error, "the object of a photo is not in the bucket; upload the photo again, or put the object back",
        ["digest": "\(digest)", "key": key])
    case .damaged(let digest, let key):
      note(
        .error,
        "the object of a photo has other bytes, and is not served; upload the photo again, or put the object back",
        ["digest": "\(digest)", "key": key])
    }
  }

  /// Writes what a collection has found.
  fileprivate func note(_ findings: ObjectCollector.Findings) {
    note(
      findings.failureCount == 0 ? .info : .warning, "collected blobs that nothing refers to",
      [
        "blobs": "\(findings.collectedCount)", "orphans": "\(findings.orphanCount)",
        "uploads": "\(findings.abandonedUploadCount)", "copies": "\(findings.forgottenCopyCount)",
        "failures": "\(findings.failureCount)", "strangers": "\(findings.strangerCount)",
      ])
  }
}

/// Shows what this node does with the object store, and with its cache.
private struct ObjectStorageMetrics: MetricSource {
  let client: S3Client
  let store: ObjectBlobStore

  func write(to text: inout MetricsText) {
    let statistics = client.statistics
    text.single(
      "woof_objects_requests_total", .counter, "Requests to the object store, with those that were repeated.",
      statistics.requests.values.reduce(0, +))
    text.single(
      "woof_objects_retries_total", .counter, "Requests to the object store that were sent again after an error.",
      statistics.retries)
    text.single(
      "woof_objects_failures_total", .counter, "Requests to the object store that failed in the end.",
      statistics.failures)
    text.single(
      "woof_objects_hedges_total", .counter, "Reads that were sent a second time because the first took long.",
      statistics.hedges)
    let cache = store.cacheStatistics
    text.single("woof_cache_hits_total", .counter, "Blobs that were in this node's cache when asked for.", cache.hits)
    text.single("woof_cache_misses_total", .counter, "Blobs that were fetched into this node's cache.", cache.misses)
    text.single(
      "woof_cache_damages_total", .counter, "Blobs in this node's cache that were found not to be as they had been.",
      cache.damages)
    text.single("woof_cache_blobs", .gauge, "Blobs in this node's cache.", cache.objectCount)
    text.single("woof_cache_bytes", .gauge, "Bytes of the blobs in this node's cache.", Int(cache.byteCount))
  }
}
