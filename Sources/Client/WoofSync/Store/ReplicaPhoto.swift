// SPDX-License-Identifier: Apache-2.0

/// A photo as the app sees it: as the service has it, with the app's own edits on top.
public struct ReplicaPhoto: Hashable, Sendable, Identifiable {
  /// The metadata with the edits applied: caption, visibility, whether it is a favourite, and the count with the app's own
  /// like. Those of a picture that is not uploaded yet are what the replica knows of it; its version is 0.
  public var metadata: PhotoMetadata
  /// `true` if edits of the photo wait to be acknowledged.
  public var isPending: Bool
  /// The problems of the photo's edits, the oldest first.
  public var problems: [SyncProblem]
  /// The name of the staged file of a picture that is not uploaded yet; `nil` for others.
  var stagedFile: String?

  /// The id. That of a picture that is not uploaded yet is one that the replica made.
  public var id: PhotoID { metadata.id }
  /// `true` if the service does not have the photo yet.
  public var isUploading: Bool { stagedFile != nil }
}

extension ReplicaPhoto {
  /// Applies edits to a row.
  ///
  /// - Parameters:
  ///   - row: The photo as the service has it; `nil` where it has none.
  ///   - edits: The photo's edits, the oldest first.
  ///   - account: The replica's account.
  /// - Returns: `nil` where there is no photo to be seen.
  init?(_ row: StoredPhoto?, edits: [PendingEdit], account: String?) {
    guard var photo = row.map({ ReplicaPhoto($0) }) ?? ReplicaPhoto(uploading: edits, account: account) else {
      return nil
    }
    for edit in edits {
      if let problem = edit.problem { photo.problems.append(problem) } else { photo.isPending = true }
      switch edit.change {
      case .favourite(let isFavourite): photo.setFavourite(isFavourite)
      case .metadata(let change):
        photo.metadata.caption = change.caption ?? photo.metadata.caption
        photo.metadata.visibility = change.visibility ?? photo.metadata.visibility
      // One that is refused leaves the photo where it is.
      case .deletion: if edit.problem == nil { return nil }
      // Also where the service has the photo already: what was wished for it is sent when the upload is settled.
      case .upload(let staged):
        if !staged.caption.isEmpty { photo.metadata.caption = staged.caption }
        photo.metadata.visibility = staged.visibility ?? photo.metadata.visibility
      }
    }
    self = photo
  }

  private init(_ row: StoredPhoto) {
    self.init(metadata: row.metadata, isPending: false, problems: [], stagedFile: nil)
    metadata.isFavourite = row.isFavourite
  }

  private init?(uploading edits: [PendingEdit], account: String?) {
    for edit in edits {
      guard case .upload(let staged) = edit.change else { continue }
      let metadata = PhotoMetadata(
        id: edit.photo, owner: account ?? "", caption: staged.caption, visibility: staged.visibility ?? .private,
        contentType: staged.type.map { MediaType($0) } ?? .octetStream, byteCount: staged.byteCount,
        digest: staged.digest, width: staged.width, height: staged.height, takenAt: staged.takenAt,
        createdAt: edit.createdAt, isFavourite: false, version: 0, originalFileName: staged.fileName)
      self.init(metadata: metadata, isPending: false, problems: [], stagedFile: staged.file)
      return
    }
    return nil
  }

  private mutating func setFavourite(_ isFavourite: Bool) {
    let was = metadata.isFavourite ?? false
    metadata.isFavourite = isFavourite
    metadata.favouriteCount = max(0, metadata.favouriteCount + (isFavourite ? 1 : 0) - (was ? 1 : 0))
  }
}
