// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel
package import WoofS3

/// Looks at the objects of blobs in a bucket, without any copy of them on this machine.
///
/// All calls throw ``WoofS3/S3Error`` where the bucket cannot be asked, and `CancellationError`.
package struct ObjectInspection: Sendable {
  /// The result of reading an object.
  package enum Condition: Hashable, Sendable {
    /// The bytes are those of the digest.
    case sound
    /// There is no object.
    case missing
    /// The bytes are others, so many.
    case altered(byteCount: Int64)
  }

  /// A page of the list of objects.
  package struct Page: Sendable {
    /// The lengths of the objects of blobs, in bytes; objects of other names are not among them.
    package let byteCounts: [BlobIncarnation: Int64]
    /// The greatest digest of the page; `nil` where it names none.
    package let last: Digest?
    /// The token of the next page; `nil` for the last one.
    package let continuation: String?
  }

  private let client: S3Client
  private let names: ObjectNames

  /// Takes the objects of a bucket.
  ///
  /// - Parameter prefix: The beginning of all names in the bucket, as `woof/`; may be empty.
  package init(in client: S3Client, prefix: String) { (self.client, names) = (client, ObjectNames(prefix: prefix)) }

  /// The name by which records are bound to a bucket.
  package static func binding(of client: S3Client, prefix: String) -> String {
    // Without the address, which may change while the bucket is the same.
    "\(client.configuration.bucket)/\(prefix)"
  }

  /// A page of the list of all objects of blobs, in the order of their digests.
  ///
  /// - Parameter continuation: The token of the page before; `nil` for the first.
  package func list(from continuation: String?) async throws -> Page {
    let page = try await client.list(prefix: names.beginning, continuation: continuation)
    let found = page.entries.compactMap { entry in names.incarnation(of: entry.key).map { ($0, entry.byteCount) } }
    return Page(
      byteCounts: Dictionary(found) { first, _ in first }, last: found.last?.0.digest, continuation: page.continuation)
  }

  /// The highest number of an object of a blob; 0 where there is none. It reads the list of all objects.
  package func highestNumber() async throws -> Int64 {
    var highest: Int64 = 0
    var continuation: String?
    repeat {
      try Task.checkCancellation()
      let page = try await list(from: continuation)
      highest = page.byteCounts.keys.reduce(highest) { max($0, $1.number) }
      continuation = page.continuation
    } while continuation != nil
    return highest
  }

  /// The length of an object in bytes; `nil` where there is none.
  package func byteCount(of object: BlobIncarnation) async throws -> Int64? {
    try await client.head(try names.key(of: object))?.byteCount
  }

  /// Reads an object and compares it with its digest, once more where that fails, as it may have been damaged on the way.
  ///
  /// - Parameter note: Is told how many more bytes have come.
  package func condition(
    of object: BlobIncarnation, note: @escaping @Sendable (Int) -> Void
  ) async throws -> Condition {
    let key = try names.key(of: object)
    var byteCount: Int64 = 0
    for attempt in 1...2 {
      byteCount = 0
      do {
        try await client.get(key, expecting: [UInt8](object.digest.bytes)) { part in
          byteCount += Int64(part.count)
          if attempt == 1 { note(part.count) }
        }
        return .sound
      } catch let error as S3Error where error.reason == .keyMissing {
        return .missing
      } catch let error as S3Error where error.reason == .digestMismatch {
        continue
      }
    }
    return .altered(byteCount: byteCount)
  }
}
