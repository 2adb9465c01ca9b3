// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel

/// An album as a command line names it: by its id, by the beginning of it, or by its title.
struct AlbumReference: Hashable, Sendable {
  /// With fewer characters a slip of the finger would name an album.
  fileprivate static let shortest = 4

  /// The text as it was given.
  let text: String

  /// A reference on a command line.
  static let kind = ArgumentKind<AlbumReference>("ALBUM") { $0.isEmpty ? nil : AlbumReference(text: $0) }

  /// The meaning of a reference, for help.
  static let documentation =
    "The album's id, as dogs albums shows it; of your own albums the beginning of the id, or the title, will do."

  /// Declares and reads one.
  static func one(from reader: inout ArgumentReader) -> AlbumReference {
    reader.argument(kind, otherwise: AlbumReference(text: ""), documentation)
  }

  /// The id, where all of it is given.
  var id: AlbumID? { AlbumID(text.lowercased()) }

  /// Those of some albums that may be meant: whose id begins so, or whose title is exactly this one.
  func candidates(among albums: some Sequence<Album>) -> [Album] {
    let beginning = text.lowercased()
    let isBeginning = beginning.utf8.count >= Self.shortest && PhotoID.range(beginning: beginning) != nil
    return albums.filter { $0.title == text || isBeginning && $0.id.description.hasPrefix(beginning) }
  }
}

/// Finds the albums that references mean: among those that who signs in owns or adds to, and none where a reference fits
/// several.
struct AlbumSearch: Sendable {
  let client: WoofClient

  /// The album that is meant. Of an id nothing is asked.
  ///
  /// - Throws: ``CodedFailure`` where none is, or where several may be; `WoofError`.
  func id(of reference: AlbumReference) async throws -> AlbumID {
    if let id = reference.id { return id }
    return try await found(by: reference).id
  }

  /// The album that is meant, as the account sees it.
  ///
  /// - Throws: ``CodedFailure`` where none is, or where several may be; `WoofError`, as with `notFound`.
  func album(_ reference: AlbumReference) async throws -> Album {
    if let id = reference.id { return try await client.album(id) }
    return try await found(by: reference)
  }

  private func found(by reference: AlbumReference) async throws -> Album {
    var own: [Album] = []
    for try await album in client.ownAlbums(pageSize: 500) { own.append(album) }
    return try Self.album(reference, among: own)
  }

  /// The one of some albums that is meant.
  ///
  /// - Throws: ``CodedFailure`` where none is, or where several may be.
  static func album(_ reference: AlbumReference, among albums: [Album]) throws(CodedFailure) -> Album {
    let found = reference.candidates(among: albums)
    guard let first = found.first else {
      throw CodedFailure(
        "not-found",
        "none of your albums has the title ‘\(reference.text)’, nor an id of which these are the first "
          + "\(AlbumReference.shortest) characters or more; see: dogs albums")
    }
    guard found.count == 1 else { throw several(reference, found) }
    return first
  }

  private static func several(_ reference: AlbumReference, _ found: [Album]) -> CodedFailure {
    let candidates = Candidates(found.map { ("\($0.id)", $0.title) })
    return CodedFailure(
      "ambiguous-album", "‘\(reference.text)’ may mean several of your albums: \(candidates.text); give the id of one",
      candidates: candidates.ids)
  }
}
