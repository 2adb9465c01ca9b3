import WoofConfiguration
import WoofModel
import WoofTerminal

/// Photos as a table for a terminal.
enum PhotoTable {
  /// The headings and a line for each photo.
  static func text(_ photos: [PhotoMetadata], width: Int?) -> String {
    var table = TextTable(
      ["ID", "OWNER", "FAVOURITES", "PIXELS", "SIZE", "CAPTION"],
      alignments: [.trailing, .leading, .trailing, .trailing, .trailing, .leading])
    for photo in photos {
      table.append([
        photo.id.description, photo.owner, "\(photo.favouriteCount)\(photo.isFavourite == true ? " *" : "")",
        "\(photo.width)x\(photo.height)", ByteCount.bytes(photo.byteCount).short, photo.caption,
      ])
    }
    return table.lines(width: width).map { "\($0)\n" }.joined()
  }

  /// What is known of one photo, a line for each member.
  static func details(_ photo: PhotoMetadata, width: Int?) -> String {
    var table = TextTable(["id", photo.id.description])
    let members: [(String, String?)] = [
      ("owner", photo.owner), ("caption", photo.caption.isEmpty ? nil : photo.caption),
      ("visibility", photo.visibility.rawValue), ("type", photo.contentType.rawValue),
      ("size", "\(ByteCount.bytes(photo.byteCount).short), \(photo.width)x\(photo.height) pixels"),
      ("taken", photo.takenAt?.description), ("uploaded", photo.createdAt.description),
      ("favourites", "\(photo.favouriteCount)\(photo.isFavourite == true ? ", yours among them" : "")"),
      ("variants", photo.variants.map { $0.keys.sorted().joined(separator: ", ") }),
      ("digest", photo.digest.description),
    ]
    for case (let name, let value?) in members { table.append([name, value]) }
    return table.lines(width: width).map { "\($0)\n" }.joined()
  }
}
