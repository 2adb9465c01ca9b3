// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
internal import WoofModel
internal import WoofObjectStorage
internal import WoofStorage

/// Looks at the objects of blobs, several at once.
///
/// Lists of the bucket tell the lengths of a thousand objects each. What they seem to lack is asked for by itself, as some services
/// list what was put a little later.
final class ObjectLook: Sendable {
  /// A blob whose object is looked at, and its condition.
  struct Blob: Sendable {
    let object: BlobIncarnation
    let byteCount: Int64
    /// `false` if the ledger has the object as missing; it may have been put back.
    let isStored: Bool
    var condition = BlobCondition.sound
  }

  /// The number of requests to the bucket at once.
  private static let requestsAtOnce = 8

  private let objects: ObjectInspection
  private let readsBytes: Bool
  private let total: Int64
  private let done = Atomic<Int64>(0)

  /// - Parameters:
  ///   - readsBytes: `true` if the bytes are read and compared with the digest, and not only counted.
  ///   - byteCount: The number of bytes of all blobs that there are to look at.
  init(at objects: ObjectInspection, readsBytes: Bool, byteCount: Int64) {
    (self.objects, self.readsBytes, total) = (objects, readsBytes, byteCount)
  }

  /// The progress so far.
  var progress: StorageProgress {
    StorageProgress(.checkingBlobs, done: min(done.load(ordering: .relaxed), total), total: total)
  }

  /// Looks at the objects of blobs.
  ///
  /// - Returns: The blobs with their conditions, the number of objects that were listed for them, and the list behind them.
  func look(
    at blobs: [Blob], upTo end: Digest, _ listing: ObjectListing
  ) async throws -> (blobs: [Blob], listedCount: Int, listing: ObjectListing) {
    var listing = listing
    let listed = try await listing.byteCounts(upTo: end)
    let looked = try await withThrowingTaskGroup(of: (Int, BlobCondition).self) { group in
      var (looked, rest) = (blobs, Array(blobs.enumerated().reversed()))
      func beginNext() {
        guard let (index, blob) = rest.popLast() else { return }
        group.addTask { [self] in (index, try await condition(of: blob, listed: listed[blob.object])) }
      }
      for _ in 0..<Self.requestsAtOnce { beginNext() }
      while let (index, condition) = try await group.next() {
        looked[index].condition = condition
        beginNext()
      }
      return looked
    }
    return (looked, blobs.count { listed[$0.object] != nil }, listing)
  }

  private func condition(of blob: Blob, listed: Int64?) async throws -> BlobCondition {
    if readsBytes {
      let condition = try await objects.condition(of: blob.object) { [self] in note($0) }
      switch condition {
      case .sound: return .sound
      case .missing: return .missing
      case .altered(let byteCount): return byteCount == blob.byteCount ? .altered : .length(byteCount)
      }
    }
    note(Int(blob.byteCount))
    if listed == blob.byteCount { return .sound }
    switch try await objects.byteCount(of: blob.object) {
    case blob.byteCount?: return .sound
    case let byteCount?: return .length(byteCount)
    case nil: return .missing
    }
  }

  private func note(_ byteCount: Int) { done.add(Int64(byteCount), ordering: .relaxed) }
}
