// SPDX-License-Identifier: Apache-2.0

package import WoofCore
internal import WoofModel
package import WoofS3

/// Keeps parts of uploads as objects of a bucket.
package struct ObjectUploadParts: UploadPartStore {
  /// The age from which on an object that no part names is removed, in seconds: a day.
  package static let leastAge: Int64 = 86_400

  private let client: S3Client
  private let names: UploadPartNames

  /// Keeps parts in the bucket of a client.
  ///
  /// - Parameter prefix: The beginning of the keys of all objects, as `woof/`; empty by default.
  /// - Throws: ``WoofS3/S3SettingError`` where the prefix cannot be part of a key.
  package init(_ client: S3Client, prefix: String = "") throws(S3SettingError) {
    (self.client, names) = (client, UploadPartNames(prefix: prefix))
    _ = try S3ObjectKey("\(names.beginning)0")
  }

  /// Keeps bytes, which the service compares with their digest.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable`, `insufficient-storage` or `internal`.
  package func put(_ bytes: [UInt8], as name: UploadPart.Name) async throws {
    do {
      try await client.put(try names.key(of: name), bytes: bytes)
    } catch {
      throw ObjectStorageFailure.whileWriting(error)
    }
  }

  /// Returns the bytes of a part, compared with its digest.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` or `internal`.
  package func bytes(of part: UploadPart) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      let key = try names.key(of: part.name)
      try await client.get(key, expecting: [UInt8](part.digest.bytes)) { bytes.append(contentsOf: $0) }
    } catch {
      throw ObjectStorageFailure.whileReading(error)
    }
    return bytes
  }

  /// Removes bytes; without effect for those that are not there.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` or `internal`.
  package func remove(_ names: [UploadPart.Name]) async throws {
    guard !names.isEmpty else { return }
    do {
      // What the service does not delete is found by the collection.
      _ = try await client.delete(try names.map { try self.names.key(of: $0) })
    } catch {
      throw ObjectStorageFailure.whileWriting(error)
    }
  }

  /// Deletes objects that no part names, once they are so old that nobody names them any more: parts of uploads that are
  /// over, and those whose turn had ended when they came.
  ///
  /// - Parameters:
  ///   - ledger: The ledger of all nodes.
  ///   - seconds: The least age of what is deleted; a day by default.
  /// - Returns: The number of objects that were deleted.
  /// - Throws: ``WoofS3/S3Error``, ``WoofModel/WoofError``, `CancellationError`; what was done is done.
  package func collect(_ ledger: any SharedUploadLedger, olderThan seconds: Int64 = leastAge) async throws -> Int {
    var (count, continuation): (Int, String?) = (0, nil)
    repeat {
      try Task.checkCancellation()
      let page = try await client.list(prefix: names.beginning, continuation: continuation)
      let end = client.serviceTime - seconds
      let old = page.entries.filter { $0.modified <= end }.compactMap { names.name(of: $0.key) }
      let held = try await ledger.names(among: old)
      let garbage = try old.filter { !held.contains($0) }.map { try names.key(of: $0) }
      let failures = try await client.delete(garbage)
      count += garbage.count - failures.count
      continuation = page.continuation
    } while continuation != nil
    return count
  }
}

/// The names of the objects that hold parts of uploads: `<prefix>uploads/<upload>/<turn>-<number>`.
struct UploadPartNames: Sendable {
  /// The beginning of the names of all parts.
  let beginning: String

  /// - Parameter prefix: The beginning of all names in the bucket, as `woof/`; may be empty.
  init(prefix: String) { beginning = "\(prefix)uploads/" }

  /// The key of an object.
  ///
  /// - Throws: ``WoofS3/S3SettingError`` where the prefix cannot be part of a key.
  func key(of name: UploadPart.Name) throws(S3SettingError) -> S3ObjectKey {
    try S3ObjectKey("\(beginning)\(name.upload)/\(name.turn)-\(name.number)")
  }

  /// The part that a key names; `nil` for the key of anything else.
  func name(of key: String) -> UploadPart.Name? {
    guard key.hasPrefix(beginning) else { return nil }
    let parts = key.dropFirst(beginning.count).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let upload = UploadID(parts[0]) else { return nil }
    let numbers = parts[1].split(separator: "-", omittingEmptySubsequences: false).compactMap { Int64($0) }
    guard numbers.count == 2, "\(numbers[0])-\(numbers[1])" == parts[1] else { return nil }
    return UploadPart.Name(upload: upload, turn: numbers[0], number: numbers[1])
  }
}
