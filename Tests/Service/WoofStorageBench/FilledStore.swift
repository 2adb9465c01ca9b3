// SPDX-License-Identifier: Apache-2.0

import TestKit
import Glibc
import WoofCore
import WoofCryptography
import WoofModel
import WoofStorage

/// A store with many photos, whose bytes are noise. They are written without being waited for, so that making them takes
/// no time to speak of.
struct FilledStore {
  let folder: DataFolder
  let storage: EmbeddedStorage
  let account: Account
  private(set) var photos: [PhotoRecord] = []
  private let ids = PhotoIDGenerator(time: SystemTimeSource())
  private var noise = SeededGenerator(seed: 1)

  /// Opens a new store in a folder.
  init(at path: String) async throws {
    folder = try DataFolder.open(at: path, for: .service)
    var configuration = EmbeddedStoreConfiguration()
    configuration.scrubByteRate = 0
    storage = try EmbeddedStorage(in: folder, configuration: configuration)
    guard let name = AccountName("ada") else { throw POSIXFailure(number: EINVAL) }
    let hash = try PasswordHash(hashing: "woof", cost: PasswordHash.Cost(logarithmOfN: 1))
    account = try await storage.records.addAccount(
      name, passwordHash: hash, isAdministrator: false, at: SystemTimeSource().now())
  }

  /// Adds so many photos of so many bytes each.
  mutating func add(_ count: Int, byteCount: Int) async throws {
    var rest = count
    while rest > 0 {
      var drafts: [PhotoDraft] = []
      for _ in 0..<min(rest, 256) { drafts.append(try place(byteCount)) }
      let records = storage.records
      let added = try await withThrowingTaskGroup(of: PhotoRecord?.self) { [drafts] group in
        for draft in drafts {
          group.addTask {
            guard case .added(let record) = try await records.addPhoto(draft, idempotency: nil) else { return nil }
            return record
          }
        }
        return try await group.reduce(into: [PhotoRecord]()) { if let record = $1 { $0.append(record) } }
      }
      photos += added
      rest -= drafts.count
    }
  }

  private mutating func place(_ byteCount: Int) throws -> PhotoDraft {
    let bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      for start in stride(from: 0, to: byteCount - 7, by: 8) {
        UnsafeMutableRawBufferPointer(buffer).storeBytes(of: noise.next(), toByteOffset: start, as: UInt64.self)
      }
      count = byteCount
    }
    guard let digest = Digest(SHA256.digest(of: bytes)) else { throw POSIXFailure(number: EINVAL) }
    try write(bytes, to: path(of: digest))
    return PhotoDraft(
      id: ids.next(), owner: Principal(account),
      original: PhotoRecord.Original(
        digest: digest, byteCount: Int64(byteCount), type: .jpeg, width: 4032, height: 3024),
      caption: "A dog at the lake", visibility: .public, createdAt: SystemTimeSource().now())
  }

  /// Where a blob lies, as `Documentation/storage.md` has it.
  private func path(of digest: Digest) -> String {
    let name = digest.hexadecimal
    return "\(folder.path)/blobs/\(name.prefix(1))/\(name.dropFirst().prefix(1))/\(name)"
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXFailure(number: errno) }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress.map { $0 + written }, $0.count - written)
      }
      guard count > 0 else { throw POSIXFailure(number: errno) }
      written += count
    }
  }
}
