// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
package import WoofCore
internal import WoofModel
internal import WoofSystem

/// The embedded stores of a data folder and their maintenance: what a service on one machine keeps its photos in.
///
/// ```swift
/// let folder = try DataFolder.open(at: "/var/lib/woof", for: .service)
/// let storage = try EmbeddedStorage(in: folder)
/// // … records, credentials and changes: storage.records; bytes: storage.blobs
/// await storage.close()
/// ```
package final class EmbeddedStorage: Sendable {
  /// Photos, favourites, accounts and the change log.
  package let records: EmbeddedStore
  /// The bytes.
  package let blobs: FileBlobStore
  /// The bytes of uploads that may be resumed.
  package let uploads: FileUploadStore
  private let end = ThreadEnd()

  /// Opens everything, empties the spool, and starts to look after the stores.
  ///
  /// - Parameters:
  ///   - folder: A folder that is open for serving.
  ///   - configuration: The sizes, limits and delays of the stores.
  ///   - time: The clock.
  /// - Throws: ``StorageError``, as ``EmbeddedStore/init(in:configuration:time:)`` and ``FileBlobStore/init(in:)``.
  package init(
    in folder: DataFolder, configuration: EmbeddedStoreConfiguration = EmbeddedStoreConfiguration(),
    time: any TimeSource = SystemTimeSource()
  ) throws(StorageError) {
    records = try EmbeddedStore(in: folder, configuration: configuration, time: time)
    blobs = try FileBlobStore(
      in: folder, reserve: records.reserve,
      quarantinedPicturesPerAccount: configuration.quarantinedPicturesPerAccount)
    uploads = try FileUploadStore(in: folder, blobs)
    let connection = UpkeepConnection(
      path: folder.databasePath,
      settings: configuration.settings(cacheByteCount: configuration.readerCacheByteCount))
    let maintenance = MaintenanceLoop(
      connection: connection, blobs: blobs, quarantine: BlobQuarantine(in: folder), writer: records.writer,
      configuration: configuration, time: time, steadyTime: records.steadyTime)
    Self.start(maintenance, records.maintenance, end)
    records.reserve.refill()
    for duty in records.leftDuties { records.maintenance.ask(for: duty) }
  }

  private static func start(_ loop: sending MaintenanceLoop, _ queue: MaintenanceQueue, _ end: ThreadEnd) {
    let loop = Mutex<MaintenanceLoop?>(loop)
    guard let turns = queue.turns else {
      return SystemThread.start(named: "woof-upkeep") {
        loop.withLock { $0.take() }?.run(queue)
        end.signal()
      }
    }
    turns.begin {
      let rest = loop.withLock { $0?.takeTurn(queue) ?? .over }
      guard case .over = rest else { return rest }
      loop.withLock { $0 = nil }
      end.signal()
      return rest
    }
  }

  deinit { records.maintenance.close() }

  /// The counts of the stores since they were opened, and the lengths of their queues.
  package var statistics: EmbeddedStoreStatistics { records.statistics }

  /// Looks at once for what is due, as after a jump of the clock.
  package func lookAtClock() { _ = records.maintenance.append { _ in } }

  /// Removes all blobs that no photo refers to any longer. This happens by itself, soon after a photo is deleted.
  ///
  /// - Returns: The number of blobs that were removed.
  /// - Throws: `CancellationError`; ``WoofModel/WoofError`` with the code `internal`, or `unavailable` after ``close()``.
  @discardableResult
  package func collectGarbage() async throws -> Int {
    try await stoppable { loop, check in try loop.collectGarbage(check) }
  }

  /// Removes all blobs that were placed and never recorded. This happens by itself, slowly, once a day.
  ///
  /// - Returns: The number of blobs that were removed.
  /// - Throws: `CancellationError`; ``WoofModel/WoofError`` with the code `internal`, or `unavailable` after ``close()``.
  @discardableResult
  package func sweepOrphans() async throws -> Int {
    try await stoppable { loop, check in try loop.sweepOrphans(check) }
  }

  /// Finishes what has been asked for, and closes everything. Calls after that fail as `unavailable`.
  package func close() async {
    records.maintenance.close()
    await end.wait()
    await records.close()
  }

  /// Does something on the maintenance thread that stops, where its `check` throws, once the task is cancelled.
  private func stoppable<Result: Sendable>(
    _ work: @escaping @Sendable (_ loop: MaintenanceLoop, _ check: () throws -> Void) throws -> Result
  ) async throws -> Result {
    let flag = StopFlag()
    return try await withTaskCancellationHandler {
      try await onMaintenanceThread { loop in try work(loop, flag.check) }
    } onCancel: {
      flag.set()
    }
  }

  /// Does something on the maintenance thread.
  func onMaintenanceThread<Result: Sendable>(
    _ work: @escaping @Sendable (MaintenanceLoop) throws -> Result
  ) async throws -> Result {
    try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Result, any Error>) in
      let isQueued = records.maintenance.append { loop in
        continuation.resume(
          with: Swift.Result { try work(loop) }.mapError { $0 is CancellationError ? $0 : WoofError(storage: $0) })
      }
      if !isQueued { continuation.resume(throwing: WoofError.tooManyWaiting) }
    }
  }
}

extension EmbeddedStorage: StoreCondition {
  /// The remedy for a damaged database; `nil` until a connection meets damage, which counts until the store is opened
  /// again.
  package var obstacle: String? {
    records.writer.port.state.isDamaged ? "The records are damaged; they have to be repaired, or restored." : nil
  }

  /// The reason for which uploads are refused: the disk is full and its reserve in use; `nil` while the reserve is whole.
  package var impairment: String? {
    records.reserve.isWhole ? nil : "The disk is full; uploads are refused until there is room."
  }
}
