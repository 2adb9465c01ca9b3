// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Blobs in files, which may be missing or damaged.
package protocol BlobFiles: Sendable {
  /// The file system.
  var files: any FileSystem { get }

  /// The path of a blob's bytes, whether they are there or not.
  func path(ofBlob digest: Digest) -> String
}

extension BlobFiles {
  /// Compares the bytes of a blob with its digest. Blocks.
  ///
  /// - Returns: `nil` if they are as they should be; otherwise the word that completes "is".
  /// - Throws: ``FileSystemError``.
  package func fault(ofBlob blob: NeededBlob) throws -> String? {
    var reading = FileReading()
    guard let found = try reading.digest(ofFileAt: path(ofBlob: blob.digest), in: files) else { return "missing" }
    return found == blob.digest ? nil : "changed"
  }
}

extension DataFolder: BlobFiles {
  /// The path of a blob's bytes.
  package func path(ofBlob digest: Digest) -> String { BlobLayout(root: blobsPath).path(of: digest) }
}
