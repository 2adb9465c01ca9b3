// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WoofModel

/// A replica of the public photos at a client that reads the change log on from its last position.
struct PhotoReplica: Sendable {
  /// A page of the change log.
  struct Page: Decodable, Sendable {
    var changes: [Change]
    var next: String
    var more: Bool
  }

  /// A change, with the members that a replica needs.
  struct Change: Decodable, Sendable {
    let id: PhotoID
    let version: Int64
    /// The photo after the change; `nil` if this reader can no longer see it.
    let photo: PhotoMetadata?

    private enum Key: String, CodingKey {
      case id, version, deleted
    }

    init(id: PhotoID, version: Int64, photo: PhotoMetadata?) {
      (self.id, self.version, self.photo) = (id, version, photo)
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      id = try container.decode(PhotoID.self, forKey: .id)
      version = try container.decode(Int64.self, forKey: .version)
      photo = try container.decode(Bool.self, forKey: .deleted) ? nil : try PhotoMetadata(from: decoder)
    }
  }

  private(set) var photos: [PhotoID: PhotoMetadata] = [:]
  /// The token of the last position in the log; `nil` before the first page.
  private(set) var token: String?

  /// Applies a page, whose changes follow those before.
  mutating func apply(_ page: Page) {
    for change in page.changes { photos[change.id] = change.photo }
    token = page.next
  }

  /// Reads on to the end of the log.
  ///
  /// - Throws: ``HTTPResponseFault`` where a page cannot be read.
  mutating func catchUp(over connection: HTTPConnection) throws {
    var more = true
    while more {
      let page: Page = try connection.get("/v1/changes?limit=500\(token.map { "&since=\($0)" } ?? "")")
      apply(page)
      more = page.more
    }
  }

  /// Returns the differences from another replica, a sentence for each photo that differs.
  func differences(from other: PhotoReplica) -> [String] {
    Set(photos.keys).union(other.photos.keys).compactMap { id in
      guard photos[id] != other.photos[id] else { return nil }
      let (own, others) = (photos[id].map { "\($0)" } ?? "nothing", other.photos[id].map { "\($0)" } ?? "nothing")
      return "the change log left \(own) of the photo \(id), and a snapshot has \(others)"
    }
  }
}
