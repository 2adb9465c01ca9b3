// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WoofClient
import WoofModel
import WoofTerminal

/// The caption and visibility that photos are to have; `nil` for one that is not given.
struct PhotoWording: Hashable, Sendable {
  var caption: String?
  var visibility: Visibility?

  var isEmpty: Bool { caption == nil && visibility == nil }

  /// Returns the part of this wording that a photo does not have yet.
  func missing(in photo: KnownPhotos.Photo) -> PhotoWording {
    PhotoWording(
      caption: caption == photo.caption ? nil : caption, visibility: visibility == photo.visibility ? nil : visibility)
  }

  /// The options that say it.
  var options: String {
    [caption.map { _ in "--caption" }, visibility.map { "--visibility \($0.rawValue)" }].compactMap(\.self)
      .joined(separator: " and ")
  }
}

/// The upload of pictures, one at a time.
///
/// If the service already has a picture, its caption and visibility are compared with those that are wanted. No picture
/// that tells where it was taken becomes public without the user's consent.
struct PictureUpload: Sendable {
  let client: WoofClient
  let known: KnownPhotos
  let wanted: PhotoWording
  /// `true` if photos that are already on the service are changed to match ``wanted``.
  let updates: Bool
  /// `true` if pictures are sent that are already on the service, so that it can repair what it has lost of them.
  let resends: Bool
  /// `true` if everybody can see a new photo.
  let isPublic: Bool
  let desk: LocationDesk

  /// Uploads a picture, or finds that it is there.
  ///
  /// - Throws: ``CodedFailure`` where it is not to be made public; `WoofError`; `CancellationError`.
  func result(for file: PictureFile, _ progress: Progress) async throws -> TransferResult {
    let url = URL(fileURLWithPath: file.path)
    let (digest, byteCount) = try await Digest.reading(url)
    if let photo = known.photo(of: digest) {
      if resends {
        // As it is there: had it been deleted meanwhile, nobody is to see more of it than before.
        let uploaded = try await client.upload(
          fromFile: url, digest: digest, byteCount: byteCount, caption: photo.caption, visibility: photo.visibility,
          progress: progress)
        known.add(uploaded.photo)
      }
      return try await result(for: url, digest, known: photo)
    }
    if isPublic, let copy = try await desk.copyWithoutLocation(of: url) {
      return try await send(copy, of: url, progress)
    }
    let uploaded = try await client.upload(
      fromFile: url, digest: digest, byteCount: byteCount, caption: wanted.caption ?? "", visibility: wanted.visibility,
      progress: progress)
    known.add(uploaded.photo)
    guard !uploaded.isNew else { return result(url, uploaded.photo, .done) }
    return try await result(for: url, digest, known: KnownPhotos.Photo(uploaded.photo))
  }

  /// Returns the result for a picture whose bytes are already on the service.
  ///
  /// If ``updates`` is `true`, the caption and visibility of the photo are changed to those that are wanted.
  private func result(for url: URL, _ digest: Digest, known photo: KnownPhotos.Photo) async throws -> TransferResult {
    var result = TransferResult(file: url.path, id: photo.id, digest: digest, status: resends ? .done : .present)
    let missing = wanted.missing(in: photo)
    guard !missing.isEmpty else { return result }
    guard updates else {
      result.status = .unapplied(FailureReport(Self.unapplied(missing, to: photo)))
      return result
    }
    if missing.visibility == .public, let copy = try await desk.copyWithoutLocation(of: url) {
      return try await send(copy, of: url, nil)
    }
    known.add(try await client.editPhoto(photo.id, caption: missing.caption, visibility: missing.visibility))
    result.status = .updated
    return result
  }

  private func send(_ copy: Data, of url: URL, _ progress: Progress?) async throws -> TransferResult {
    let digest = try Digest(of: copy)
    // What is there of the copy is compared as what is there of the picture.
    if let photo = known.photo(of: digest) {
      let missing = wanted.missing(in: photo)
      guard updates, !missing.isEmpty else {
        let status =
          missing.isEmpty
          ? TransferResult.Status.present : .unapplied(FailureReport(Self.unapplied(missing, to: photo)))
        return TransferResult(file: url.path, id: photo.id, digest: digest, status: status)
      }
      let photo = try await client.editPhoto(photo.id, caption: missing.caption, visibility: missing.visibility)
      known.add(photo)
      return result(url, photo, .updated)
    }
    progress?.totalUnitCount = Int64(copy.count)
    let uploaded = try await client.upload(
      data: copy, caption: wanted.caption ?? "", visibility: wanted.visibility, fileName: url.lastPathComponent,
      progress: progress)
    known.add(uploaded.photo)
    return result(url, uploaded.photo, uploaded.isNew ? .done : .present)
  }

  private func result(_ url: URL, _ photo: PhotoMetadata, _ status: TransferResult.Status) -> TransferResult {
    TransferResult(file: url.path, id: photo.id, digest: photo.digest, status: status)
  }

  /// The failure of a photo that is there and stays as it is.
  static func unapplied(_ missing: PhotoWording, to photo: KnownPhotos.Photo) -> CodedFailure {
    let caption = photo.caption.isEmpty ? "without a caption" : "with the caption ‘\(photo.caption)’"
    return CodedFailure(
      "not-applied",
      "it is there already, \(photo.visibility.rawValue) and \(caption), and stays so; add --update to apply "
        + missing.options)
  }
}

extension LocationDesk {
  /// A copy of a picture without its location, where it has one and is to be public without it.
  func copyWithoutLocation(of url: URL) async throws -> Data? {
    let original: Data
    do {
      original = try Data(contentsOf: url, options: .mappedIfSafe)
    } catch {
      throw CodedFailure("file-not-readable", "it cannot be read: check who may read it")
    }
    // What is no sound picture is refused by the service, with its reasons.
    guard (try? ShareableBytes.hasLocation(original)) == true,
      try await choice(for: url.lastPathComponent) == .remove
    else { return nil }
    return try ShareableBytes.make(of: original)
  }
}

/// The photos that the account already has on the service, by the digest of their bytes.
final class KnownPhotos: Sendable {
  /// A photo that is there.
  struct Photo: Hashable, Sendable {
    var id: PhotoID
    var caption: String
    var visibility: Visibility

    init(_ photo: PhotoMetadata) {
      id = photo.id
      caption = photo.caption
      visibility = photo.visibility
    }
  }

  private let photos = Mutex<[Digest: Photo]>([:])

  /// Learns of all photos of a list.
  func read(_ list: PhotoSequence) async throws {
    for try await photo in list { add(photo) }
  }

  /// Learns of a photo, or of what is said of it now.
  func add(_ photo: PhotoMetadata) { photos.withLock { $0[photo.digest] = Photo(photo) } }

  /// The photo of these bytes.
  func photo(of digest: Digest) -> Photo? { photos.withLock { $0[digest] } }
}
