// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel
import WoofTerminal

/// Albums as a table for a terminal.
enum AlbumTable {
  /// So many columns of a terminal are left to titles at the least, if they need as many.
  private static let titleWidth = 32

  /// The headings and a line for each album. A terminal that is too narrow for all of it is shown the beginnings of ids,
  /// which every command takes in their place where the albums are one's own.
  ///
  /// - Parameter width: The number of columns of the terminal; `nil` where there is none, and all is shown.
  static func text(_ albums: [Album], width: Int?) -> String {
    let whole = table(albums) { $0.description }
    if whole.fits(width, leaving: titleWidth, to: albums.map(\.title)) { return whole.text(width: width) }
    let short = ShortIDs(albums.map(\.id))
    return table(albums) { short.text(of: $0) }.text(width: width)
  }

  private static func table(_ albums: [Album], id: (AlbumID) -> String) -> TextTable {
    var table = TextTable(
      ["ID", "OWNER", "PHOTOS", "VISIBILITY", "TITLE"], alignments: [.trailing, .leading, .trailing, .leading])
    for album in albums {
      table.append([id(album.id), album.owner, "\(album.photoCount)", album.visibility.rawValue, album.title])
    }
    return table
  }

  /// Returns what is known of one album as text, one line for each member.
  static func details(_ album: Album, width: Int?) -> String {
    let members: [(String, String?)] = [
      ("title", album.title), ("owner", album.owner), ("visibility", album.visibility.rawValue),
      ("contributors", album.contributors.map { $0.isEmpty ? "none" : $0.joined(separator: ", ") }),
      ("photos", "\(album.photoCount)"), ("cover", album.cover?.description), ("made", album.createdAt.description),
    ]
    return TextTable.details(of: album.id, members, width: width)
  }

  /// Returns one album as a line of text.
  static func line(_ album: Album) -> String {
    "\(album.id)  \(album.visibility.rawValue)  \(album.title.printable)\n"
  }
}
