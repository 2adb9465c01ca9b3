// SPDX-License-Identifier: Apache-2.0

import WoofModel
import WoofSync

/// What somebody sees who looks at everything in an app, and what must not be so.
///
/// Each look is compared with the replica's own list of edits that wait, and with earlier looks.
struct DeviceReading: Sendable {
  private struct Content: Hashable {
    var caption: String
    var visibility: Visibility
    var favouriteCount: Int
  }

  private var versions: [PhotoID: Int64] = [:]
  private static let pageSize = 1_000

  /// Looks at everything.
  ///
  /// - Parameters:
  ///   - replica: The replica.
  ///   - account: The account that it belongs to; `nil` before the first sign-in.
  ///   - ledger: The memory of what apps have made.
  /// - Returns: What is wrong.
  mutating func look(
    at replica: PhotoReplica, of account: String?, _ ledger: EditLedger
  ) throws -> [String] {
    let photos = try replica.page(of: PhotoListQuery(), limit: Self.pageSize)
    let pending = try replica.pendingEdits()
    var problems: [String] = []
    for photo in photos {
      problems += strangers(photo, account)
      guard !photo.isPending, photo.problems.isEmpty else { continue }
      if let seen = versions[photo.id], photo.metadata.version < seen {
        problems.append("\(photo.id) went back from version \(seen) to \(photo.metadata.version)")
      }
      versions[photo.id] = photo.metadata.version
    }
    let byID = Dictionary(photos.map { ($0.id, $0) }) { $1 }
    return problems + Self.ownWrites(pending, byID)
      + Self.twins(photos, of: account, ledger, isComparing: replica.status != .idle)
  }

  /// A picture is one photo, also while its upload has arrived and the app was not told.
  private static func twins(
    _ photos: [ReplicaPhoto], of account: String?, _ ledger: EditLedger, isComparing: Bool
  ) -> [String] {
    guard let account else { return [] }
    var seen: [Digest: ReplicaPhoto] = [:]
    return photos.filter { $0.metadata.owner == account }.compactMap { photo in
      let digest = photo.metadata.digest
      guard let other = seen.updateValue(photo, forKey: digest) else { return nil }
      // What a restored service has no longer is shown until all windows are read, and the edits that wait for it learn so.
      guard !(ledger.hasRestored && (isComparing || photo.isPending || other.isPending)) else { return nil }
      guard ledger.wasAddedOnce(EditLedger.Picture(owner: account, digest: digest)) else { return nil }
      return "\(photo.id) is shown twice, also as \(other.id), and was added once"
    }
  }

  private func strangers(_ photo: ReplicaPhoto, _ account: String?) -> [String] {
    let metadata = photo.metadata
    var problems: [String] = []
    if let account, metadata.owner != account, metadata.visibility == .private, !photo.isUploading {
      problems.append("\(account) sees the private photo \(photo.id) of \(metadata.owner)")
    }
    if metadata.favouriteCount < (metadata.isFavourite == true ? 1 : 0) {
      problems.append("\(photo.id) has \(metadata.favouriteCount) likes, and one of them is the app's own")
    }
    return problems
  }

  /// Reads see own writes.
  private static func ownWrites(_ pending: [PendingEdit], _ photos: [PhotoID: ReplicaPhoto]) -> [String] {
    var (likes, captions, deleted) = ([PhotoID: Bool](), [PhotoID: String](), Set<PhotoID>())
    for edit in pending {
      switch edit.change {
      case .favourite(let isFavourite): likes[edit.photo] = isFavourite
      case .metadata(let change): captions[edit.photo] = change.caption ?? captions[edit.photo]
      case .deletion: if edit.problem == nil { deleted.insert(edit.photo) }
      case .upload(let staged): captions[edit.photo] = staged.caption
      }
    }
    var problems: [String] = []
    for edit in pending {
      let photo = photos[edit.photo]
      if deleted.contains(edit.photo) {
        if photo != nil { problems.append("\(edit.photo) is shown, whose deletion waits") }
        continue
      }
      guard let photo else {
        if case .upload = edit.change { problems.append("\(edit.photo) is not shown, whose upload waits") }
        continue
      }
      if let isFavourite = likes[edit.photo], photo.metadata.isFavourite != isFavourite {
        problems.append("\(edit.photo) is not shown as the favourite that it is to be: \(isFavourite)")
      }
      if let caption = captions[edit.photo], photo.metadata.caption != caption {
        problems.append("\(edit.photo) is shown as \(photo.metadata.caption), and \(caption) waits")
      }
    }
    return problems
  }
}
