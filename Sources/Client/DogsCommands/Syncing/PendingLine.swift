// SPDX-License-Identifier: Apache-2.0

import WoofConfiguration
import WoofModel
import WoofSync
import WoofTerminal

/// An edit that waits, as JSON or as a line of a table.
struct PendingLine: Encodable {
  private enum Member: String, CodingKey {
    case number, photo, kind, createdAt, attempts, isFavourite, caption, visibility, file, sentByteCount, byteCount,
      problem
  }

  let edit: PendingEdit
  /// The progress of an upload; `nil` for other edits.
  let upload: UploadProgress?

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Member.self)
    try container.encode(edit.number, forKey: .number)
    try container.encode(edit.photo, forKey: .photo)
    try container.encode(edit.createdAt, forKey: .createdAt)
    try container.encode(edit.attempts, forKey: .attempts)
    try container.encodeIfPresent(edit.problem.map(ProblemLine.init), forKey: .problem)
    switch edit.change {
    case .favourite(let isFavourite):
      try container.encode("favourite", forKey: .kind)
      try container.encode(isFavourite, forKey: .isFavourite)
    case .metadata(let change):
      try container.encode("metadata", forKey: .kind)
      try container.encodeIfPresent(change.caption, forKey: .caption)
      try container.encodeIfPresent(change.visibility, forKey: .visibility)
    case .deletion: try container.encode("deletion", forKey: .kind)
    case .upload(let staged):
      try container.encode("upload", forKey: .kind)
      try container.encode(staged.caption, forKey: .caption)
      try container.encodeIfPresent(staged.visibility, forKey: .visibility)
      try container.encodeIfPresent(staged.fileName, forKey: .file)
      try container.encode(upload?.sentByteCount ?? 0, forKey: .sentByteCount)
      try container.encode(staged.byteCount, forKey: .byteCount)
    }
  }

  /// Edits as a table for a terminal.
  static func table(_ lines: [PendingLine], width: Int?) -> String {
    var table = TextTable(
      ["NUMBER", "PHOTO", "SINCE", "ATTEMPTS", "CHANGE", "SENT", "PROBLEM"],
      alignments: [.trailing, .leading, .leading, .trailing, .leading, .trailing])
    let short = ShortIDs(lines.map(\.edit.photo))
    for line in lines {
      let edit = line.edit
      let photo = width == nil ? "\(edit.photo)" : short.text(of: edit.photo)
      table.append([
        "\(edit.number)", photo, "\(edit.createdAt)", "\(edit.attempts)", text(of: edit.change),
        line.upload.map { text(of: $0) } ?? "", edit.problem?.message ?? "",
      ])
    }
    return table.text(width: width)
  }

  private static func text(of upload: UploadProgress) -> String {
    "\(ByteCount.bytes(upload.sentByteCount).short) of \(ByteCount.bytes(upload.byteCount).short)"
  }

  private static func text(of change: PendingEdit.Change) -> String {
    switch change {
    case .favourite(let isFavourite): isFavourite ? "favourite" : "no favourite"
    case .metadata(let edit):
      [edit.caption.map { "caption ‘\($0)’" }, edit.visibility.map(\.rawValue)].compactMap(\.self)
        .joined(separator: ", ")
    case .deletion: "deletion"
    case .upload(let staged): "upload of \(staged.fileName ?? "a picture")"
    }
  }
}
