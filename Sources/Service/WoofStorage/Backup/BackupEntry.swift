// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

/// A file of a backup and its digest, as a line of `SHA256SUMS`: 64 hexadecimal digits, two blanks and the path from the
/// backup's folder, so that `sha256sum --check SHA256SUMS` can read it too.
enum BackupEntry: Hashable {
  /// The copy of the database, with its digest.
  case records(Digest)
  /// The bytes of a photo or a variant, with their digest.
  case blob(Digest)

  /// The path of the records, relative to the backup's folder.
  static let recordsPath = "woof.db"
  /// The layout of the blobs in the backup's folder.
  static let blobs = BlobLayout(root: "blobs")

  /// The digest of the file.
  var digest: Digest {
    switch self {
    case .records(let digest), .blob(let digest): digest
    }
  }

  /// The path of the file, relative to the backup's folder.
  var path: String {
    switch self {
    case .records: Self.recordsPath
    case .blob(let digest): Self.blobs.path(of: digest)
    }
  }

  /// The line, with its end.
  var line: String { "\(digest.hexadecimal)  \(path)\n" }

  /// Reads a line without its end; `nil` for one that this type would not have written.
  init?(line: some StringProtocol) {
    guard let digest = BlobLayout.digest(of: String(line.prefix(2 * Digest.byteCount))) else { return nil }
    let rest = line.dropFirst(2 * Digest.byteCount)
    if rest == "  \(Self.recordsPath)" {
      self = .records(digest)
    } else if rest == "  \(Self.blobs.path(of: digest))" {
      self = .blob(digest)
    } else {
      return nil
    }
  }
}
