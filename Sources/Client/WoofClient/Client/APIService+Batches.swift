// SPDX-License-Identifier: Apache-2.0

extension APIService {
  /// The metadata of photos, up to 500 in one request.
  ///
  /// - Parameter ids: The photos, each once; the service refuses a request that names one twice.
  /// - Returns: What came of each photo, in the order of the ids.
  /// - Throws: ``WoofError``, as with `authenticationRequired`; `CancellationError` when the task is cancelled. A photo that
  ///   cannot be read has its error in its item, and does not keep the others from being read.
  public func photos(_ ids: [PhotoID]) async throws -> [PhotoBatch.Item] { try await batch(of: ids, nil) }

  /// Makes the same change to each of several photos, up to 500 in one request.
  ///
  /// A photo that is refused does not keep the others from being changed. Where the error is thrown after some requests, the
  /// photos of those have been changed: the same call again finds them so.
  ///
  /// - Parameter ids: The photos, each once; the service refuses a request that names one twice.
  /// - Returns: What came of each photo, in the order of the ids.
  /// - Throws: ``WoofError``, as with `authenticationRequired`; `CancellationError` when the task is cancelled.
  @discardableResult
  public func change(_ ids: [PhotoID], by change: PhotoBatchChange) async throws -> [PhotoBatch.Item] {
    try await batch(of: ids, change)
  }

  /// The photos that the account has of some files, by the digests of the files: those that need not be uploaded again. Of
  /// other accounts' photos nothing is told.
  ///
  /// - Parameter digests: The SHA-256 of each file; up to 500 are sent in one request.
  /// - Throws: ``WoofError``, as with `authenticationRequired`; `CancellationError` when the task is cancelled.
  public func knownOriginals(among digests: [Digest]) async throws -> [Digest: PhotoID] {
    var known: [Digest: PhotoID] = [:]
    for part in Parts(of: Array(Set(digests))) {
      let found = try await response(to: KnownOriginalsRequest(digests: part))
      for item in found.items { known[item.digest] = item.id }
    }
    return known
  }

  private func batch(of ids: [PhotoID], _ change: PhotoBatchChange?) async throws -> [PhotoBatch.Item] {
    var items: [PhotoBatch.Item] = []
    for part in Parts(of: ids) { items += try await response(to: PhotoBatchRequest(ids: part, change: change)).items }
    return items
  }
}

/// Items in parts that fit into one request each.
private struct Parts<Item>: Sequence, IteratorProtocol {
  private static var limit: Int { 500 }
  private var rest: ArraySlice<Item>

  init(of items: [Item]) { rest = items[...] }

  mutating func next() -> [Item]? {
    guard !rest.isEmpty else { return nil }
    defer { rest = rest.dropFirst(Self.limit) }
    return Array(rest.prefix(Self.limit))
  }
}
