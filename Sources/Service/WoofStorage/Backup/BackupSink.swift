// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

/// The destination of a backup, which takes in its files one by one.
protocol BackupSink: AnyObject {
  /// The path at which the copy of the records is to be made.
  var recordsPath: String { get }

  /// Takes in the records, which have been copied to ``recordsPath``.
  ///
  /// - Returns: Their digest and their length.
  func takeRecords() throws -> (digest: Digest, byteCount: Int64)

  /// Those of some blobs whose bytes will most likely be asked for.
  func wanted(among blobs: [NeededBlob]) throws -> [NeededBlob]

  /// Takes in a blob.
  ///
  /// - Parameters:
  ///   - path: Finds the path of its bytes; `nil` where there are none. It is called where they are needed.
  ///   - note: Is told how many more bytes are done; stops by throwing.
  /// - Returns: The way in which it came in; `nil` where it is missing or damaged, and so is not in the backup.
  func takeBlob(
    _ blob: NeededBlob, from path: () throws -> String?, note: (Int) throws -> Void
  ) throws -> BlobOrigin?

  /// Makes the backup a whole one.
  ///
  /// - Parameter manifest: Makes the manifest, of the digest of `SHA256SUMS`.
  func finish(_ manifest: (Digest) -> BackupManifest) throws

  /// An error with the paths that people know.
  func named(_ error: any Error) -> any Error
}

extension BackupSink {
  func wanted(among blobs: [NeededBlob]) throws -> [NeededBlob] { blobs }

  func named(_ error: any Error) -> any Error { error }
}

/// The ways in which a blob gets into a backup.
enum BlobOrigin {
  /// Its bytes were written.
  case copied
  /// It is the same file as in the earlier backup.
  case linked
}
