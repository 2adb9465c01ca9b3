// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofModel
internal import WoofObjectStorage
internal import WoofStorage

/// Fetches blobs into files of a folder, some of them ahead of being asked for. Each file goes when the next is asked for.
final class BlobDownloads {
  /// The number of blobs that are fetched at the same time.
  private static let limit = 8

  private let objects: ObjectBlobs
  private let folder: WorkFolder
  /// Those that will be asked for, in that order; the first of them are being fetched.
  private var expected: ArraySlice<NeededBlob> = []
  private var running: [Digest: Download] = [:]
  /// The one whose file is in use.
  private var current: Download?

  init(of objects: ObjectBlobs, into folder: WorkFolder) { (self.objects, self.folder) = (objects, folder) }

  /// Begins to fetch the first of some blobs.
  func expect(_ blobs: [NeededBlob]) {
    expected = blobs[...]
    begin()
  }

  /// The path of a blob's file; `nil` where the blob is missing or damaged. Blocks.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` or `internal`; what `wait` throws.
  func path(of blob: NeededBlob, while wait: () throws -> Void) throws -> String? {
    current = nil
    let download = running.removeValue(forKey: blob.digest) ?? Download(of: blob, objects, folder)
    if let place = expected.firstIndex(of: blob) { expected = expected[expected.index(after: place)...] }
    begin()
    guard try download.isThere.value(while: wait) else { return nil }
    current = download
    return download.path
  }

  private func begin() {
    for blob in expected.prefix(Self.limit) where running[blob.digest] == nil {
      running[blob.digest] = Download(of: blob, objects, folder)
    }
  }
}

/// A blob that is being fetched, or has been, into a file that goes with this object.
private final class Download {
  let path: String
  let isThere: PendingWork<Bool>

  init(of blob: NeededBlob, _ objects: ObjectBlobs, _ folder: WorkFolder) {
    let path = "\(folder.path)/\(blob.digest.hexadecimal)"
    self.path = path
    isThere = PendingWork { try await objects.read(blob.digest, into: path) }
  }

  deinit { unlink(path) }
}
