// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofSync
import WoofTerminal

/// Shows on the terminal what a sync does: its state, and a bar for each upload that is under way.
struct SyncDisplay {
  private static let interval = Duration.milliseconds(100)

  private let replica: PhotoReplica
  private let lines: LiveLines
  /// The names of the files of uploads, by the numbers of their edits.
  private let names: [Int64: String]
  private let start = ContinuousClock.now
  private var board: TransferBoard
  private var running: Set<Int64> = []

  /// - Parameter edits: The edits that wait.
  init(_ replica: PhotoReplica, sending edits: [PendingEdit], on lines: LiveLines) {
    self.replica = replica
    self.lines = lines
    var uploads: [Int64: StagedUpload] = [:]
    for case (let number, .upload(let staged)) in edits.map({ ($0.number, $0.change) }) { uploads[number] = staged }
    names = uploads.mapValues { $0.fileName ?? "a picture" }
    board = TransferBoard("uploads", count: uploads.count, byteTotal: uploads.values.reduce(0) { $0 + $1.byteCount })
  }

  /// Shows all of it over and over, until the task is cancelled; nothing where nobody sees it.
  mutating func run() async {
    guard lines.isShown else { return }
    while !Task.isCancelled {
      refresh()
      try? await Task.sleep(for: Self.interval)
    }
  }

  private mutating func refresh() {
    let uploads = replica.uploads
    for upload in uploads {
      if running.insert(upload.number).inserted {
        board.begin(Int(upload.number), name: names[upload.number] ?? "a picture", total: upload.byteCount)
      }
      board.set(Int(upload.number), count: upload.sentByteCount)
    }
    for number in running.subtracting(uploads.map(\.number)) {
      board.end(Int(number))
      running.remove(number)
    }
    let bars =
      names.isEmpty ? [] : board.lines(width: StandardStream.error.width ?? 80, at: ContinuousClock.now - start)
    lines.show(bars + [replica.status.text])
  }
}
