// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Long work to be done by the service. Paths are those of its machine, and absolute.
package enum AdminJobRequest: Hashable, Sendable {
  /// Backs everything up into a folder that is not there yet; photos that the backup `since` has too are linked to it.
  case backup(target: String, since: String? = nil)
  /// Restores a backup into an empty folder, which is not the one being served. `point` says which of several in a folder:
  /// its name, or the newest moment that it may show; by default the newest.
  case restore(backup: String, into: String, point: String? = nil)
  /// Checks everything that is stored.
  case check(Depth)
  /// Derives anew from one photo, or from all.
  case reprocess(PhotoID?)
  /// Removes bytes that nothing needs.
  case collectGarbage
  /// Reads archives that were downloaded as a whole, so that their digests are known. The service starts it by itself.
  case digestArchives

  /// The depth of a check; each level includes those before it.
  package enum Depth: String, Codable, Sendable, CaseIterable {
    /// The records by themselves.
    case records
    /// The files of the blobs as well: each exists and has the right length.
    case lengths
    /// The content of the blobs as well: the bytes of each have its digest.
    case bytes
  }

  /// The kinds of work; at most one job of each kind runs at a time.
  package enum Kind: String, Codable, Sendable, CaseIterable {
    /// ``AdminJobRequest/backup(target:since:)``.
    case backup
    /// ``AdminJobRequest/restore(backup:into:point:)``.
    case restore
    /// ``AdminJobRequest/check(_:)``.
    case check
    /// ``AdminJobRequest/reprocess(_:)``.
    case reprocess
    /// ``AdminJobRequest/collectGarbage``.
    case collectGarbage = "gc"
    /// ``AdminJobRequest/digestArchives``.
    case digestArchives = "digests"

    /// `true` if the service starts such jobs by itself, and nobody else does.
    package var startsByItself: Bool { self == .digestArchives }
  }

  /// The kind of the requested work.
  package var kind: Kind {
    switch self {
    case .backup: .backup
    case .restore: .restore
    case .check: .check
    case .reprocess: .reprocess
    case .collectGarbage: .collectGarbage
    case .digestArchives: .digestArchives
    }
  }
}

extension AdminJobRequest: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind, target, since, backup, into, point, depth, photo
  }

  /// Reads a request.
  ///
  /// - Throws: `DecodingError` where the kind is unknown, or a member is missing or wrong.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(Kind.self, forKey: .kind) {
    case .backup:
      self = .backup(
        target: try container.decode(String.self, forKey: .target),
        since: try container.decodeIfPresent(String.self, forKey: .since))
    case .restore:
      self = .restore(
        backup: try container.decode(String.self, forKey: .backup),
        into: try container.decode(String.self, forKey: .into),
        point: try container.decodeIfPresent(String.self, forKey: .point))
    case .check: self = .check(try container.decodeIfPresent(Depth.self, forKey: .depth) ?? .bytes)
    case .reprocess: self = .reprocess(try container.decodeIfPresent(PhotoID.self, forKey: .photo))
    case .collectGarbage: self = .collectGarbage
    case .digestArchives: self = .digestArchives
    }
  }

  /// Writes the request.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    switch self {
    case .backup(let target, let since):
      try container.encode(target, forKey: .target)
      try container.encodeIfPresent(since, forKey: .since)
    case .restore(let backup, let folder, let point):
      try container.encode(backup, forKey: .backup)
      try container.encode(folder, forKey: .into)
      try container.encodeIfPresent(point, forKey: .point)
    case .check(let depth): try container.encode(depth, forKey: .depth)
    case .reprocess(let photo): try container.encodeIfPresent(photo, forKey: .photo)
    case .collectGarbage, .digestArchives: break
    }
  }
}
