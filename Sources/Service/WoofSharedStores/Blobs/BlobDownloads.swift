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
  private let starter: TaskStarter
  /// Those that will be asked for, in that order; the first of them are being fetched.
  private var expected: ArraySlice<NeededBlob> = []
  private var running: [Digest: Download] = [:]
  /// The one whose file is in use.
  private var current: Download?

  init(of objects: ObjectBlobs, into folder: WorkFolder, starter: TaskStarter) {
    (self.objects, self.folder, self.starter) = (objects, folder, starter)
  }

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
    let download = running.removeValue(forKey: blob.digest) ?? makeDownload(blob)
    if let place = expected.firstIndex(of: blob) { expected = expected[expected.index(after: place)...] }
    begin()
    guard try download.isThere.value(whileWaiting: wait) else { return nil }
    current = download
    return download.path
  }

  private func begin() {
    for blob in expected.prefix(Self.limit) where running[blob.digest] == nil {
      running[blob.digest] = makeDownload(blob)
    }
  }

  private func makeDownload(_ blob: NeededBlob) -> Download {
    let path = "\(folder.path)/\(blob.digest.hexadecimal)"
    return Download(to: path, starter.begin { [objects] in try await objects.read(blob.digest, into: path) })
  }
}

/// A blob that is being fetched, or has been, into a file that goes with this object.
private final class Download {
  let path: String
  let isThere: PendingWork<Bool>

  init(to path: String, _ isThere: PendingWork<Bool>) { (self.path, self.isThere) = (path, isThere) }

  deinit { unlink(path) }
}
