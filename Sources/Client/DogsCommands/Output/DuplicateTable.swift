// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofConfiguration
import WoofModel
import WoofTerminal

/// Groups of photos that look alike as a table for a terminal.
enum DuplicateTable {
  /// So many columns of a terminal are left to captions at the least, if they need as many.
  private static let captionWidth = 24

  /// The headings and a line for each photo, with the number of its group; the best of a group has a star. A terminal that is
  /// too narrow for all of it is shown the beginnings of ids, which every command takes in their place.
  ///
  /// - Parameter width: The number of columns of the terminal; `nil` where there is none, and all is shown.
  static func text(_ groups: [DuplicateGroup], width: Int?) -> String {
    let photos = groups.flatMap(\.photos)
    let whole = table(groups) { $0.description }
    if whole.fits(width, leaving: captionWidth, to: photos.map(\.caption)) { return whole.text(width: width) }
    let short = ShortIDs(photos.map(\.id))
    return table(groups) { short.text(of: $0) }.text(width: width)
  }

  private static func table(_ groups: [DuplicateGroup], id: (PhotoID) -> String) -> TextTable {
    var table = TextTable(
      ["GROUP", "BEST", "ID", "PIXELS", "SIZE", "UPLOADED", "CAPTION"],
      alignments: [.trailing, .leading, .trailing, .trailing, .trailing, .leading, .leading])
    for (number, group) in groups.enumerated() {
      for photo in group.photos {
        table.append([
          "\(number + 1)", photo.id == group.best ? "*" : "", id(photo.id), "\(photo.width)x\(photo.height)",
          ByteCount.bytes(photo.byteCount).short, "\(photo.createdAt.description.prefix(10))", photo.caption,
        ])
      }
    }
    return table
  }
}
