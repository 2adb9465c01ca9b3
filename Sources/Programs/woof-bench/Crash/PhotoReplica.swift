import FoundationEssentials
import WoofModel

/// The public photos as a client has them that reads the change log from where it stopped.
struct PhotoReplica: Sendable {
  /// A page of the change log.
  struct Page: Decodable, Sendable {
    var changes: [Change]
    var next: String
    var more: Bool
  }

  /// A change, as far as a replica looks at it.
  struct Change: Decodable, Sendable {
    let id: PhotoID
    let version: Int64
    /// The photo after it; `nil` where it is no longer there for this reader.
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
  /// Where it stopped.
  private(set) var token: String?

  /// Takes a page, whose changes come after what it has.
  mutating func apply(_ page: Page) {
    for change in page.changes { photos[change.id] = change.photo }
    token = page.next
  }

  /// Reads on to the end of the log.
  ///
  /// - Throws: ``HTTPAnswerFault`` where a page cannot be read.
  mutating func catchUp(over connection: HTTPConnection) throws {
    var more = true
    while more {
      let page: Page = try connection.get("/v1/changes?limit=500\(token.map { "&since=\($0)" } ?? "")")
      apply(page)
      more = page.more
    }
  }

  /// What differs from another replica.
  func differences(from other: PhotoReplica) -> [String] {
    Set(photos.keys).union(other.photos.keys).compactMap { id in
      guard photos[id] != other.photos[id] else { return nil }
      let (own, others) = (photos[id].map { "\($0)" } ?? "nothing", other.photos[id].map { "\($0)" } ?? "nothing")
      return "the change log left \(own) of the photo \(id), and a snapshot has \(others)"
    }
  }
}
