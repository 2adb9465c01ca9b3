// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage

/// A closed store in the folder `data` of a temporary one, with three photos of which two are there, and favourites.
struct StoreOnDisk: Sendable {
  let folder: TemporaryFolder
  var path: String { "\(folder.path)/data" }
  var layout: BlobLayout { BlobLayout(root: "\(path)/blobs") }

  /// The bytes of the photos, by their number.
  static let bytes: [Int: [UInt8]] = [
    1: Array(repeating: 7, count: 300_000), 2: [2, 0, 1], 3: [3, 0, 1],
  ]

  init() async throws {
    folder = try TemporaryFolder()
    try await withStorage(in: folder) { storage in
      let accounts = try await storage.stores.accounts(2)
      for number in 1...3 { try await storage.upload(number, by: accounts[0], bytes: Self.bytes[number] ?? []) }
      for account in accounts { try await storage.stores.like(Sample.photoID(1), by: account) }
      try await storage.stores.edit(Sample.photoID(3), .deletion)
      try await storage.storage.collectGarbage()
    }
  }

  /// The digest of a photo's bytes.
  static func digest(_ number: Int) -> Digest {
    guard let digest = bytes[number].flatMap({ Digest.of($0) }) else { preconditionFailure("no photo \(number)") }
    return digest
  }

  /// Where a photo's bytes are.
  func blobPath(_ number: Int) -> String { layout.path(of: Self.digest(number)) }

  func backUp(to name: String = "backup", since: String? = nil) throws -> StoreBackup.Summary {
    try StoreBackup(of: try upkeep(), time: ManualTime()).run(
      to: .folder(folder.path(name), since: since.map { folder.path($0) }))
  }

  func upkeep(files: any FileSystem = SystemFileSystem()) throws -> DataFolder {
    try DataFolder.open(at: path, for: .upkeep, files: files)
  }

  func check(_ depth: StoreCheck.Depth = .bytes, quarantinesDamage: Bool = false) throws -> StoreReport {
    try StoreCheck(of: try upkeep()).report(depth, quarantinesDamage: quarantinesDamage)
  }

  /// Changes a byte of a file, and leaves its length as it is.
  static func flip(_ path: String, at offset: off_t = 0) {
    let descriptor = open(path, O_RDWR)
    var byte: UInt8 = 0
    pread(descriptor, &byte, 1, offset)
    byte ^= 1
    pwrite(descriptor, &byte, 1, offset)
    close(descriptor)
  }
}

/// Runs work that is to fail.
///
/// - Returns: How it failed.
func storageError(_ work: () throws -> Void) -> StorageError? {
  do {
    try work()
    return nil
  } catch {
    return error as? StorageError
  }
}
