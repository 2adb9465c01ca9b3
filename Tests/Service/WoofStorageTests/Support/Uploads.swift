// SPDX-License-Identifier: Apache-2.0

import WoofCore
import WoofCryptography
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage

extension TestStorage {
  /// Takes a photo in as the kernel does: its bytes first, its record then.
  @discardableResult
  func upload(_ number: Int, by owner: Principal, bytes: [UInt8]) async throws -> PhotoRecord {
    let (digest, hold) = try place(bytes)
    var draft = Sample.draft(number, by: owner)
    draft.original.digest = digest
    draft.original.byteCount = Int64(bytes.count)
    guard case .added(let record) = try await records.addPhoto(draft, idempotency: nil) else {
      throw Unexpected("photo \(number) was not new")
    }
    withExtendedLifetime(hold) {}
    return record
  }

  /// Places bytes.
  func place(_ bytes: [UInt8]) throws -> (Digest, any BlobHold) {
    let spool = try blobs.makeSpool()
    try spool.append(bytes.span.bytes)
    guard let digest = Digest.of(bytes) else { throw Unexpected("no digest") }
    return (digest, try spool.place(as: digest))
  }

  /// Whether there is a blob.
  func has(_ digest: Digest) throws -> Bool { try blobs.open(digest) != nil }

  /// The names of the files in the spool.
  func spooled() throws -> [String] { try SystemFileSystem().names(in: "\(path)/spool") }
}

/// What a check of a closed data folder finds.
func findings(in folder: TemporaryFolder, _ depth: StoreCheck.Depth = .bytes) throws -> [StoreCheck.Finding] {
  try StoreCheck(of: DataFolder.open(at: "\(folder.path)/data", for: .service)).run(depth)
}

extension Digest {
  /// The digest of some bytes.
  static func of(_ bytes: [UInt8]) -> Digest? { Digest(SHA256.digest(of: bytes)) }
}
