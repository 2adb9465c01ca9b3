// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofModel
import WoofSync

/// Adds pictures to the replica, from which the next sync uploads them.
///
/// A picture that the account has is compared with what is wanted, and no picture that tells where it was taken becomes
/// public without the user's consent, as when pictures are uploaded at once.
struct OfflineUpload: Sendable {
  let session: ReplicaSession
  let known: KnownPhotos
  let wanted: PhotoWording
  /// `true` if photos that are there are changed to match ``wanted``.
  let updates: Bool
  /// `true` if pictures are sent that are there already.
  let resends: Bool
  /// `true` if everybody can see a new photo, or might.
  let isPublic: Bool
  let desk: LocationDesk

  /// Adds a picture, or finds that it is there.
  ///
  /// - Throws: ``CodedFailure`` where it is not to be made public; `WoofError`; `CancellationError`.
  func result(for file: PictureFile) async throws -> TransferResult {
    let url = URL(fileURLWithPath: file.path)
    let digest = try await Digest(ofFile: url)
    if let photo = known.photo(of: digest) {
      guard resends else { return try await result(for: url, digest, known: photo) }
      return try await add(url, digest, PhotoWording(caption: photo.caption, visibility: photo.visibility))
    }
    if isPublic, let copy = try await desk.copyWithoutLocation(of: url) { return try await add(copy, of: url, wanted) }
    return try await add(url, digest, wanted)
  }

  private func result(for url: URL, _ digest: Digest, known photo: KnownPhotos.Photo) async throws -> TransferResult {
    var result = TransferResult(file: url.path, id: photo.id, digest: digest, status: .present)
    let missing = wanted.missing(in: photo)
    guard !missing.isEmpty else { return result }
    guard updates else {
      result.status = .unapplied(FailureReport(PictureUpload.unapplied(missing, to: photo)))
      return result
    }
    if missing.visibility == .public, let copy = try await desk.copyWithoutLocation(of: url) {
      return try await add(copy, of: url, wanted)
    }
    try await session.replica.edit(photo.id, caption: missing.caption, visibility: missing.visibility)
    known.add(try session.photo(photo.id).metadata)
    (result.status, result.isPending) = (.updated, true)
    return result
  }

  private func add(_ url: URL, _ digest: Digest, _ wording: PhotoWording) async throws -> TransferResult {
    let photo = try await session.replica.upload(
      fileAt: url, caption: wording.caption ?? "", visibility: wording.visibility
    ).photo
    known.add(try session.photo(photo).metadata)
    return TransferResult(file: url.path, id: photo, digest: digest, status: .done, isPending: true)
  }

  private func add(_ copy: Data, of url: URL, _ wording: PhotoWording) async throws -> TransferResult {
    let digest = try Digest(of: copy)
    if let photo = known.photo(of: digest) {
      return TransferResult(file: url.path, id: photo.id, digest: digest, status: .present)
    }
    let photo = try await session.upload(
      copy, caption: wording.caption ?? "", visibility: wording.visibility, fileName: url.lastPathComponent)
    known.add(try session.photo(photo).metadata)
    return TransferResult(file: url.path, id: photo, digest: digest, status: .done, isPending: true)
  }
}

extension ReplicaSession {
  /// The photos that the account has, those that wait for their upload among them.
  func knownPhotos() throws -> KnownPhotos {
    let known = KnownPhotos()
    try forEachPhoto(of: PhotoListQuery(.own)) { known.add($0.metadata) }
    return known
  }
}
