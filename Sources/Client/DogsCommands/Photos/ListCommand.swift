// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel
import WoofSync
import WoofTerminal

/// Lists photos.
struct ListCommand: Command {
  static let name = "list"
  static let summary = "Lists photos, the newest first."
  static let discussion = """
    These are the public photos of all, and all of one's own where somebody is signed in. A star beside the number of \
    favourites says that yours is among them. With --album, the photos of an album are listed, in its order. With --from or \
    --until, photos are listed by when they were taken, or uploaded where that is not known, the latest first. With --json, \
    each line is the metadata of a photo as the service sends it.
    """

  private let service: ServiceOptions
  private let order: PhotoOrder
  private let from: Timestamp?
  private let until: Timestamp?
  private let owner: String?
  private let isMine: Bool
  private let album: AlbumReference?
  private let limit: ListLimit

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    let first = reader.option(
      "--order", .choice("ORDER", of: PhotoOrder.self), "Which come first; by default newest.")
    from = reader.option("--from", MomentArgument.kind, "Only photos that were taken then or later.")
    until = reader.option("--until", MomentArgument.kind, "Only photos that were taken before then.")
    order = first ?? (from == nil && until == nil ? .newest : .taken)
    owner = reader.option("--owner", .text("NAME"), "Only photos of this account.")
    isMine = reader.flag("--mine", "Only the photos of who signs in, private ones too.")
    album = reader.option(
      "--album", AlbumReference.kind, "Only the photos of this album. \(AlbumReference.documentation)")
    limit = ListLimit(from: &reader, all: "All there are.")
    if isMine, owner != nil { reader.refuse(because: "--mine and --owner do not go together; leave one out") }
    if isDated, order != .taken {
      reader.refuse(because: "--from and --until go by when photos were taken; leave --order out")
    }
    if album != nil, isMine || owner != nil || first != nil || isDated {
      reader.refuse(
        because: "--album does not go together with --mine, --owner, --order, --from or --until; leave one out")
    }
  }

  func run() async throws -> ExitCode {
    await service.perform(Self.name, offline: album == nil && !isDated ? { try offline($0) } : nil) { session in
      let photos = try await photos(session.client, pageSize: limit.pageSize(upTo: 500))
      try await Listing(photos, limit: limit.count, printsJSON: service.printsJSON).print(PhotoTable.text)
      return .done
    }
  }

  private func photos(_ client: WoofClient, pageSize: Int) async throws -> PhotoSequence {
    if let album { return client.photos(in: try await AlbumSearch(client: client).id(of: album), pageSize: pageSize) }
    if isDated {
      return isMine
        ? client.ownPhotosByDate(from: from, until: until, pageSize: pageSize)
        : client.photosByDate(from: from, until: until, owner: owner, pageSize: pageSize)
    }
    return isMine
      ? client.ownPhotos(order: order, pageSize: pageSize)
      : client.photos(order: order, owner: owner, pageSize: pageSize)
  }

  private var isDated: Bool { from != nil || until != nil }

  private func offline(_ session: ReplicaSession) throws -> ExitCode {
    let filter = isMine ? PhotoListQuery.Filter.own : owner.map { .owner($0) } ?? .all
    return try session.list(PhotoListQuery(filter, order: order), limit: limit.count, printsJSON: service.printsJSON)
  }
}

/// Lists one's favourites.
struct FavouritesCommand: Command {
  static let name = "favourites"
  static let summary = "Lists the photos that who signs in likes."
  static let discussion = "With --json, each line is the metadata of a photo as the service sends it."

  private let service: ServiceOptions
  private let limit: Int?

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    limit = reader.option("--limit", .integer(in: 1...1_000_000), "How many at most; by default all.")
  }

  func run() async throws -> ExitCode {
    await service.perform(Self.name, offline: offline) { session in
      let photos = session.client.favourites(pageSize: limit.map { min($0, 500) } ?? 500)
      try await Listing(photos, limit: limit, printsJSON: service.printsJSON).print(PhotoTable.text)
      return .done
    }
  }

  private func offline(_ session: ReplicaSession) throws -> ExitCode {
    try session.list(PhotoListQuery(.favourites), limit: limit, printsJSON: service.printsJSON)
  }
}

extension ReplicaSession {
  /// Prints photos of a list of the replica, as those of the service are printed.
  fileprivate func list(_ query: PhotoListQuery, limit: Int?, printsJSON: Bool) throws -> ExitCode {
    var (read, waiting): ([PhotoMetadata], Int) = ([], 0)
    try forEachPhoto(of: query, limit: limit) { photo in
      if photo.isPending { waiting += 1 }
      if printsJSON {
        StandardStream.output.write(try JSONLine.text(ReplicaPhotoLine(photo: photo)))
      } else {
        read.append(photo.metadata)
      }
    }
    guard !printsJSON else { return .done }
    if read.isEmpty {
      StandardStream.error.write("There are no photos.\n")
    } else {
      StandardStream.output.write(PhotoTable.text(read, width: StandardStream.output.width))
    }
    StandardStream.error.write(Waiting.summary(photos: waiting))
    return .done
  }
}

extension Listing where Items == AsyncPrefixSequence<PhotoSequence> {
  /// Photos of a list.
  ///
  /// - Parameters:
  ///   - limit: The most photos that are printed; `nil` for all.
  ///   - nothing: The sentence where there are none.
  init(_ photos: PhotoSequence, limit: Int?, printsJSON: Bool, nothing: String = "There are no photos.") {
    self.init(items: photos.prefix(limit ?? .max), printsJSON: printsJSON, nothing: nothing)
  }
}
