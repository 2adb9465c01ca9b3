// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel

/// The album or the photo of a share link as a command line names it.
enum LinkTargetReference: Hashable, Sendable {
  case album(AlbumReference)
  case photo(PhotoReference)

  /// Declares and reads the options that name one; `nil` where none is named.
  ///
  /// - Parameter purpose: The meaning of naming one, as the beginning of a sentence about it.
  static func optional(from reader: inout ArgumentReader, _ purpose: String) -> LinkTargetReference? {
    let album = reader.option("--album", AlbumReference.kind, "\(purpose) this album. \(AlbumReference.documentation)")
    let photo = reader.option(
      "--photo", PhotoReference.kind, "\(purpose) this photo: its id, as dogs list shows it, or its beginning.")
    if album != nil, photo != nil { reader.refuse(because: "--album and --photo do not go together; leave one out") }
    return album.map { .album($0) } ?? photo.map { .photo($0) }
  }

  /// Declares and reads the options of which one must be given.
  static func required(from reader: inout ArgumentReader, _ purpose: String) -> LinkTargetReference? {
    let target = optional(from: &reader, purpose)
    if target == nil, !reader.hasMistakes {
      reader.refuse(because: "say what to show: --album ALBUM or --photo ID")
    }
    return target
  }

  /// The album or the photo that is meant. Of an id nothing is asked.
  ///
  /// - Throws: ``CodedFailure`` where none is, or where several may be; `WoofError`.
  func target(_ client: WoofClient) async throws -> ShareLinkTarget {
    switch self {
    case .album(let album): .album(try await AlbumSearch(client: client).id(of: album))
    case .photo(let photo): .photo(try await PhotoSearch(client: client, signsIn: true).id(of: photo))
    }
  }

  /// The album or the photo that is meant, with what is known of it.
  ///
  /// - Throws: ``CodedFailure`` where none is, or where several may be; `WoofError`, as with `notFound`.
  func subject(_ client: WoofClient) async throws -> LinkSubject {
    switch self {
    case .album(let album): LinkSubject(try await AlbumSearch(client: client).album(album))
    case .photo: try await LinkSubject(of: try await target(client), client)
    }
  }
}
