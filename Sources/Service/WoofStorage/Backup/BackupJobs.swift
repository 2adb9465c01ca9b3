// SPDX-License-Identifier: Apache-2.0

package import WoofAdministration
package import WoofCore
package import WoofModel

/// The jobs of administrators on backups, which are of one form wherever the stores are.
package struct BackupJobs: Sendable {
  private let folder: String

  /// Makes the jobs of a service.
  ///
  /// - Parameter folder: The folder that is being served, into which nothing is written.
  package init(besides folder: String) { self.folder = folder }

  /// Makes sure that an administrator may name a place of the service's machine.
  ///
  /// - Parameter mayHoldData: `true` if the place may be a folder above the one that is being served.
  package func checkPlace(_ path: String, mayHoldData: Bool) throws(UpkeepRefusal) {
    do {
      _ = try place(path, mayHoldData: mayHoldData)
    } catch {
      throw UpkeepRefusal(error.message)
    }
  }

  /// Reads what a backup holds at a point; at its newest one where that is `nil`.
  package func contents(ofBackup path: String, at point: String?) throws(UpkeepRefusal) -> BackupContents {
    do {
      let manifest = try StoreRestore(from: path, point: point).manifest()
      return BackupContents(
        createdAt: manifest.createdAt, blobCount: manifest.blobCount, blobByteCount: manifest.blobByteCount,
        missingBlobCount: manifest.missingBlobs.count)
    } catch {
      throw UpkeepRefusal(error.message)
    }
  }

  /// Restores a backup into another folder, which is a data folder then. Blocks.
  ///
  /// - Throws: ``StorageError``; `CancellationError` where `report` has thrown it.
  package func restore(
    _ backup: String, at point: String?, into folder: String,
    report: @escaping @Sendable (AdminJob.Progress) throws -> Void
  ) throws -> JSONValue {
    let place = try place(folder, mayHoldData: false)
    let manifest = try Self.cancellable {
      try StoreRestore(from: backup, point: point).run(into: place) { try report(AdminJob.Progress($0)) }
    }
    return .object([
      "createdAt": .string(manifest.createdAt.description), "blobCount": .integer(Int64(manifest.blobCount)),
      "blobByteCount": .integer(manifest.blobByteCount), "missingBlobs": .digests(manifest.missingBlobs),
    ])
  }

  /// Returns the place at a path that an administrator gives, which never lies in the folder that is being served.
  ///
  /// - Parameter mayHoldData: `true` if the place may be a folder above the one that is being served.
  /// - Throws: ``StorageError`` with the code `misplaced` if the place is not allowed, or `inaccessible` if the path
  ///   cannot be followed.
  @discardableResult
  package func place(_ path: String, mayHoldData: Bool) throws(StorageError) -> HeldPath {
    do {
      let (place, live) = (try HeldPath(path), try HeldPath(folder))
      guard try !place.lies(in: live), try mayHoldData || !live.lies(in: place) else {
        throw StorageError(.misplaced, "the folder \(folder) is being served; choose one outside of it")
      }
      return place
    } catch {
      throw StorageError("\(path) cannot be used", error)
    }
  }

  /// Runs work that fails as cancelled where its observer has thrown `CancellationError`, and throws that again.
  package static func cancellable<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as StorageError where error.code == .cancelled {
      throw CancellationError()
    }
  }
}

extension StoreBackup.Summary {
  /// The summary as the result of a job.
  package var json: JSONValue {
    .object([
      "createdAt": .string(manifest.createdAt.description), "recordByteCount": .integer(manifest.recordByteCount),
      "blobCount": .integer(Int64(manifest.blobCount)), "blobByteCount": .integer(manifest.blobByteCount),
      "copiedCount": .integer(Int64(copiedCount)), "copiedByteCount": .integer(copiedByteCount),
      "linkedCount": .integer(Int64(linkedCount)), "missingBlobs": .digests(manifest.missingBlobs),
    ])
  }
}

extension JSONValue {
  fileprivate static func digests(_ digests: [Digest]) -> JSONValue {
    .array(digests.map { .string($0.description) })
  }
}
