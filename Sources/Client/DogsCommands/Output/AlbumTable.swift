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
    let needed = min(titleWidth, albums.map(\.title.displayWidth).max() ?? 0)
    let fits = width.map { whole.width - whole.widthOfLastColumn + needed <= $0 } ?? true
    let short = ShortIDs(albums.map(\.id))
    let fitting = fits ? whole : table(albums) { short.text(of: $0) }
    return fitting.lines(width: width).map { "\($0)\n" }.joined()
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
    var table = TextTable(["id", album.id.description])
    let members: [(String, String?)] = [
      ("title", album.title), ("owner", album.owner), ("visibility", album.visibility.rawValue),
      ("contributors", album.contributors.map { $0.isEmpty ? "none" : $0.joined(separator: ", ") }),
      ("photos", "\(album.photoCount)"), ("cover", album.cover?.description), ("made", album.createdAt.description),
    ]
    for case (let name, let value?) in members { table.append([name, value]) }
    return table.lines(width: width).map { "\($0)\n" }.joined()
  }

  /// Returns one album as a line of text.
  static func line(_ album: Album) -> String {
    "\(album.id)  \(album.visibility.rawValue)  \(album.title.printable)\n"
  }
}
