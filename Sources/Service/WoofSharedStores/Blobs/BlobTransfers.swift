// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofObjectStorage
internal import WoofStorage
internal import WoofSystem

/// Puts blobs that lie in files into a bucket, several at a time.
struct BlobUploads: Sendable {
  /// A blob that was not put, and a word that says what is wrong with its file.
  typealias Fault = (blob: NeededBlob, fault: String)

  private let files: any BlobFiles
  private let objects: ObjectBlobs

  init(from files: any BlobFiles, into objects: ObjectBlobs) { (self.files, self.objects) = (files, objects) }

  /// Puts those that are as they should be.
  ///
  /// - Returns: The others.
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable`, `insufficient-storage` or `internal`; an error of the files.
  func put(_ blobs: [NeededBlob]) async throws -> [Fault] {
    try await blobs.compactMapAtOnce { blob in try await put(blob).map { (blob, $0) } }
  }

  /// Compared first, so that what is damaged is named, and nothing of it is sent.
  private func put(_ blob: NeededBlob) async throws -> String? {
    let comparison = await SystemThread.run(named: "woof-digest") { Result { try files.fault(ofBlob: blob) } }
    if let fault = try comparison.get() { return fault }
    try await objects.put(blob.digest, file: files.path(ofBlob: blob.digest), byteCount: blob.byteCount)
    return nil
  }
}

/// Fetches blobs from a bucket into a data folder, several at a time.
struct BlobReception: Sendable {
  private let objects: ObjectBlobs
  private let folder: FileBlobStore

  init(from objects: ObjectBlobs, into folder: FileBlobStore) { (self.objects, self.folder) = (objects, folder) }

  /// `true` if a blob is there already.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`.
  func has(_ blob: NeededBlob) throws -> Bool { try folder.open(blob.digest)?.byteCount == blob.byteCount }

  /// Fetches blobs, whose digests are compared. When this returns, a loss of power takes none of them back.
  ///
  /// - Returns: Those that are missing or damaged.
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable`, `insufficient-storage` or `internal`.
  func take(_ blobs: [NeededBlob]) async throws -> [NeededBlob] {
    try await blobs.compactMapAtOnce { blob in try await take(blob.digest) ? nil : blob }
  }

  private func take(_ digest: Digest) async throws -> Bool {
    guard let spool = try await objects.read(digest, intoSpool: folder.makeSpool) else { return false }
    let placing = await SystemThread.run(named: "woof-blob") { Result { try spool.place(as: digest) } }
    try await placing.get().secure()
    return true
  }
}

extension [NeededBlob] {
  /// Does something with each blob, eight at a time.
  ///
  /// - Returns: The results, in no order.
  fileprivate func compactMapAtOnce<Value: Sendable>(
    _ body: @escaping @Sendable (NeededBlob) async throws -> Value?
  ) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value?.self) { group in
      var values: [Value] = []
      for (index, blob) in enumerated() {
        if index >= 8, let value = try await group.next() ?? nil { values.append(value) }
        group.addTask { try await body(blob) }
      }
      for try await case let value? in group { values.append(value) }
      return values
    }
  }
}
