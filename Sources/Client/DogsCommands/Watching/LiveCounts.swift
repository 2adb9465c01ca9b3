// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel
import WoofTerminal

/// Photos whose counts are watched: those that changed last stand first.
struct LiveCounts: Sendable {
  /// So many photos are remembered at most.
  private static let limit = 500

  private struct Row: Sendable {
    var photo: PhotoMetadata
    /// The change of the count since watching began.
    var difference = 0
  }

  private let ending: String
  private var rows: [Row] = []
  /// The state of the connection, in words.
  private var state = "connecting"
  /// `true` if changes were missed, and the current photos have not been taken since.
  private(set) var hasMissedChanges = false
  /// The number of changes that have come.
  private(set) var changeCount = 0

  /// - Parameter ending: Says how it is ended.
  init(ending: String = "^C ends") { self.ending = ending }

  /// The connection is there.
  mutating func connect() {
    state = hasMissedChanges ? "connected; some changes were missed, the counts may be old" : "connected"
  }

  /// The connection is gone.
  ///
  /// - Parameter state: A line on the connection, as on the next attempt.
  mutating func disconnect(_ state: String) { self.state = state }

  /// Changes were missed: the counts may be old until what there is now is taken.
  mutating func miss() {
    hasMissedChanges = true
    connect()
  }

  /// Takes what there is now, in its order; what is known and newer stays. After a gap, all else goes, since nobody knows
  /// what has become of it.
  mutating func replace(with photos: [PhotoMetadata]) {
    if hasMissedChanges {
      let known = Dictionary(rows.map { ($0.photo.id, $0) }) { first, _ in first }
      rows = photos.map { known[$0.id] ?? Row(photo: $0) }
      hasMissedChanges = false
      state = "connected; some changes were missed, the counts are right again"
    }
    for photo in photos {
      guard let index = rows.firstIndex(where: { $0.photo.id == photo.id }) else {
        rows.append(Row(photo: photo))
        continue
      }
      update(index, photo)
    }
    trim()
  }

  /// Takes a change: its photo comes first now.
  mutating func take(_ change: PhotoChange) {
    changeCount += 1
    let index = rows.firstIndex { $0.photo.id == change.photo.id }
    guard !change.photo.deleted else {
      if let index { rows.remove(at: index) }
      return
    }
    guard let index else {
      rows.insert(Row(photo: change.photo), at: 0)
      trim()
      return
    }
    update(index, change.photo)
    rows.insert(rows.remove(at: index), at: 0)
  }

  /// The table, and what there is to say of the connection, in lines that fit a terminal.
  func lines(_ size: TerminalSize) -> [String] {
    var table = TextTable(["FAVOURITES", "CHANGE", "OWNER", "CAPTION"], alignments: [.trailing, .trailing])
    for row in rows.prefix(max(0, size.rows - 3)) {
      let difference = row.difference == 0 ? "" : row.difference > 0 ? "+\(row.difference)" : "\(row.difference)"
      let caption = row.photo.caption.isEmpty ? row.photo.id.description : row.photo.caption
      table.append(["\(row.photo.favouriteCount)", difference, row.photo.owner, caption])
    }
    let status = "\(state.printable); \(changeCount) changes; \(ending)".truncated(toWidth: size.columns)
    return Array((table.lines(width: size.columns) + ["", status]).prefix(max(1, size.rows)))
  }

  private mutating func update(_ index: Int, _ photo: PhotoMetadata) {
    guard photo.version >= rows[index].photo.version else { return }
    rows[index].difference += photo.favouriteCount - rows[index].photo.favouriteCount
    rows[index].photo = photo
  }

  private mutating func trim() { rows.removeLast(max(0, rows.count - Self.limit)) }
}
