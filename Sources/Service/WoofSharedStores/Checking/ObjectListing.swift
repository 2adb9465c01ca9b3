// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofObjectStorage

/// The objects of a bucket, read from its lists in the order of their digests, as blobs are asked for in that order.
struct ObjectListing: Sendable {
  private let objects: ObjectInspection
  /// Objects that have been listed and not asked for yet.
  private var listed: [BlobIncarnation: Int64] = [:]
  private var last: Digest?
  private var continuation: String?
  private var isAtEnd = false
  /// The number of objects that have been listed so far.
  private(set) var count = 0

  init(of objects: ObjectInspection) { self.objects = objects }

  /// The lengths of the objects of all digests up to one, without those that were given before; of all that are left where it is
  /// `nil`.
  mutating func byteCounts(upTo digest: Digest?) async throws -> [BlobIncarnation: Int64] {
    while !isAtEnd, Self.mayFollow(last, upTo: digest) {
      let page = try await objects.list(from: continuation)
      listed.merge(page.byteCounts) { first, _ in first }
      count += page.byteCounts.count
      last = page.last ?? last
      continuation = page.continuation
      isAtEnd = continuation == nil
    }
    guard let digest else {
      defer { listed = [:] }
      return listed
    }
    let given = listed.filter { Self.mayFollow($0.key.digest, upTo: digest) }
    for object in given.keys { listed[object] = nil }
    return given
  }

  /// Returns `false` if a digest comes behind the end.
  private static func mayFollow(_ digest: Digest?, upTo end: Digest?) -> Bool {
    guard let digest, let end else { return true }
    return !end.bytes.lexicographicallyPrecedes(digest.bytes)
  }
}
