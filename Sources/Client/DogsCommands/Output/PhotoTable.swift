// SPDX-License-Identifier: Apache-2.0

import WoofConfiguration
import WoofModel
import WoofTerminal

/// Photos as a table for a terminal.
enum PhotoTable {
  /// A column of the table.
  private struct Column: Sendable {
    var heading: String
    var alignment: TextTable.Alignment
    var text: @Sendable (PhotoMetadata) -> String

    init(_ heading: String, _ alignment: TextTable.Alignment, _ text: @escaping @Sendable (PhotoMetadata) -> String) {
      (self.heading, self.alignment, self.text) = (heading, alignment, text)
    }
  }

  /// So many columns of a terminal are left to captions at the least, if they need as many.
  private static let captionWidth = 32

  /// The headings and a line for each photo. A terminal that is too narrow for all of it is shown the beginnings of ids,
  /// which every command takes in their place, and then no sizes and no pixels: captions and who may see a photo matter
  /// more.
  ///
  /// - Parameter width: The number of columns of the terminal; `nil` where there is none, and all is shown.
  static func text(_ photos: [PhotoMetadata], width: Int?) -> String {
    let short = ShortIDs(photos.map(\.id))
    let whole = Column("ID", .trailing) { $0.id.description }
    let beginning = Column("ID", .trailing) { short.text(of: $0.id) }
    let layouts = [
      [whole] + people + [pixels, size], [beginning] + people + [pixels, size], [beginning] + people + [pixels],
      [beginning] + people,
    ].map { table($0 + [caption], photos) }
    let fitting = layouts.first { $0.fits(width, leaving: captionWidth, to: photos.map(\.caption)) }
    return (fitting ?? layouts[layouts.count - 1]).text(width: width)
  }

  private static let people = [
    Column("OWNER", .leading) { $0.owner },
    Column("FAVOURITES", .trailing) { "\($0.favouriteCount)\($0.isFavourite == true ? " *" : "")" },
    Column("VISIBILITY", .leading) { $0.visibility.rawValue },
  ]
  private static let pixels = Column("PIXELS", .trailing) { "\($0.width)x\($0.height)" }
  private static let size = Column("SIZE", .trailing) { ByteCount.bytes($0.byteCount).short }
  private static let caption = Column("CAPTION", .leading) { $0.caption }

  private static func table(_ columns: [Column], _ photos: [PhotoMetadata]) -> TextTable {
    var table = TextTable(columns.map(\.heading), alignments: columns.map(\.alignment))
    for photo in photos { table.append(columns.map { $0.text(photo) }) }
    return table
  }

  /// Returns the members of one photo's metadata as text, one line for each.
  ///
  /// - Parameter further: Further members, as of the edits that wait.
  static func details(_ photo: PhotoMetadata, further: [(String, String)] = [], width: Int?) -> String {
    let members: [(String, String?)] = [
      ("owner", photo.owner), ("caption", photo.caption.isEmpty ? nil : photo.caption),
      ("visibility", photo.visibility.rawValue), ("type", photo.contentType.rawValue),
      ("size", "\(ByteCount.bytes(photo.byteCount).short), \(photo.width)x\(photo.height) pixels"),
      ("taken", photo.takenAt?.description), ("uploaded", photo.createdAt.description),
      ("favourites", "\(photo.favouriteCount)\(photo.isFavourite == true ? ", yours among them" : "")"),
      ("variants", photo.variants.map { $0.keys.sorted().joined(separator: ", ") }),
      ("digest", photo.digest.description),
    ]
    return TextTable.details(of: photo.id, members + further.map { ($0.0, $0.1) }, width: width)
  }
}

/// The beginnings of ids that tell photos or albums of a list apart.
struct ShortIDs: Hashable, Sendable {
  /// The milliseconds of when a photo came in or an album was made, and the hyphen between them: few that stand elsewhere
  /// begin so.
  private static let shortest = 13

  private let length: Int

  /// - Parameter ids: The ids that the beginnings tell apart.
  init(_ ids: [some CustomStringConvertible]) {
    let texts = ids.map(\.description).sorted()
    let common = zip(texts, texts.dropFirst()).map { left, right in
      left == right ? 0 : zip(left.utf8, right.utf8).prefix { $0 == $1 }.count
    }
    length = max(Self.shortest, (common.max() ?? 0) + 1)
  }

  /// The beginning of an id.
  func text(of id: some CustomStringConvertible) -> String { String(id.description.prefix(length)) }
}
