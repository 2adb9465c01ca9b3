// SPDX-License-Identifier: Apache-2.0

internal import WoofModel
internal import WoofObjectStorage
internal import WoofStorage
internal import WoofSystem

/// Puts blobs that lie in files into a bucket, several at a time.
struct BlobUploads: Sendable {
  /// A blob that was not put, and a word that says what is wrong with its file.
  typealias Fault = (blob: NeededBlob, fault: String)

  private static let limit = 8

  private let files: any BlobFiles
  private let objects: ObjectBlobs

  init(from files: any BlobFiles, into objects: ObjectBlobs) { (self.files, self.objects) = (files, objects) }

  /// Puts those that are as they should be.
  ///
  /// - Returns: The others.
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable`, `insufficient-storage` or `internal`; an error of the files.
  func put(_ blobs: [NeededBlob]) async throws -> [Fault] {
    try await withThrowingTaskGroup(of: Fault?.self) { group in
      var faults: [Fault] = []
      for (index, blob) in blobs.enumerated() {
        if index >= Self.limit, let fault = try await group.next() ?? nil { faults.append(fault) }
        group.addTask { try await put(blob).map { (blob, $0) } }
      }
      for try await case let fault? in group { faults.append(fault) }
      return faults
    }
  }

  /// Compared first, so that what is damaged is named, and nothing of it is sent.
  private func put(_ blob: NeededBlob) async throws -> String? {
    let comparison = await SystemThread.run(named: "woof-digest") { Result { try files.fault(ofBlob: blob) } }
    if let fault = try comparison.get() { return fault }
    try await objects.put(blob.digest, file: files.path(ofBlob: blob.digest), byteCount: blob.byteCount)
    return nil
  }
}
