// SPDX-License-Identifier: Apache-2.0

extension PhotoReplica {
  /// The photos whose ids begin with a text, the newest first.
  ///
  /// - Parameters:
  ///   - idPrefix: The beginning of an id in lower case, from one character on to all of it.
  ///   - limit: The most photos; 50 by default.
  /// - Throws: `WoofError` where the file cannot be read.
  public func photos(idPrefix: String, limit: Int = 50) throws -> [ReplicaPhoto] {
    guard let range = PhotoID.range(beginning: idPrefix) else { return [] }
    return try reader.read { view in
      let last = try view.photo(range.upperBound)
      let others = try view.photos(
        PhotoListQuery(), after: PhotoKey(id: range.upperBound, rank: 0), limit: limit
      ).prefix { $0.id >= range.lowerBound }
      return Array(((last.map { [$0] } ?? []) + others).prefix(limit))
    }
  }
}
