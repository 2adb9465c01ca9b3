// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
public import WoofModel

/// A change that the service has made durable.
public struct CommittedChange: Hashable, Sendable {
  /// The photo.
  public var photo: PhotoID
  /// Its version after the change.
  public var version: Int64
  /// The number of accounts that like it after the change.
  public var favouriteCount: Int
  /// `true` if it has been deleted.
  public var isDeleted: Bool
  /// The names of the variants that it has after the change.
  public var variants: Set<String>

  /// The change that has left a record as it is.
  init(_ record: PhotoRecord) {
    photo = record.id
    version = record.version
    favouriteCount = record.favouriteCount
    isDeleted = record.isDeleted
    variants = Set(record.variants.keys)
  }
}

/// Notes what one life of the service commits.
final class ChangeRecorder: ChangeObserver {
  private static let limit = 10_000

  private let changes: Watched<[CommittedChange]>
  private let files: HarnessFiles

  init(changes: Watched<[CommittedChange]>, files: HarnessFiles) {
    self.changes = changes
    self.files = files
  }

  func committed(_ records: [PhotoRecord]) {
    files.reach(.recorded)
    let new = records.map { CommittedChange($0) }
    changes.change { changes in
      changes += new
      if changes.count > Self.limit { changes.removeFirst(changes.count - Self.limit) }
    }
  }
}
