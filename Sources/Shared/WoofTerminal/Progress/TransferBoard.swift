// SPDX-License-Identifier: Apache-2.0

import WoofConfiguration
import WoofCommandLine

/// The progress of several transfers: a bar for each that is under way, and one for all.
package struct TransferBoard: Sendable {
  private struct Transfer {
    var name: String
    var count: Int64
    var total: Int64
  }

  private let noun: String
  private let transferCount: Int
  private let byteTotal: Int64
  private var rate = TransferRate()
  private var running: [(id: Int, transfer: Transfer)] = []
  private var endedCount = 0
  private var endedBytes: Int64 = 0

  /// Makes a board of transfers that are all still to come.
  ///
  /// - Parameters:
  ///   - noun: The noun for the transferred things, in the plural.
  ///   - count: The number of transfers.
  ///   - byteTotal: The number of bytes of all transfers together.
  package init(_ noun: String, count: Int, byteTotal: Int64) {
    self.noun = noun
    transferCount = count
    self.byteTotal = byteTotal
  }

  /// Notes that a transfer of `total` bytes begins.
  package mutating func begin(_ id: Int, name: String, total: Int64) {
    running.append((id, Transfer(name: name.printable, count: 0, total: total)))
  }

  /// Notes the number of bytes of a transfer that have gone so far.
  package mutating func set(_ id: Int, count: Int64) {
    guard let index = running.firstIndex(where: { $0.id == id }) else { return }
    running[index].transfer.count = min(max(0, count), running[index].transfer.total)
  }

  /// Notes that a transfer has ended, with or without success.
  package mutating func end(_ id: Int) {
    guard let index = running.firstIndex(where: { $0.id == id }) else { return }
    endedBytes += running.remove(at: index).transfer.total
    endedCount += 1
  }

  /// Returns the bars, in lines of `width` columns.
  ///
  /// - Parameter time: The time since a moment that stays the same from call to call.
  package mutating func lines(width: Int, at time: Duration) -> [String] {
    let count = running.reduce(endedBytes) { $0 + $1.transfer.count }
    rate.note(count, at: time)
    let titleWidth = max(12, min(40, width / 3))
    let each = running.map { _, transfer in
      let part = transfer.total > 0 ? Double(transfer.count) / Double(transfer.total) : 0
      return ProgressBar(transfer.name, part: part, remark: ByteCount.bytes(transfer.total).short)
        .text(width: width, titleWidth: titleWidth)
    }
    let part = byteTotal > 0 ? Double(count) / Double(byteTotal) : 1
    let total = ProgressBar("\(endedCount) of \(transferCount) \(noun)", part: part, remark: remark(after: count))
    return each + [total.text(width: width, titleWidth: titleWidth)]
  }

  private func remark(after count: Int64) -> String {
    let speed = rate.bytesPerSecond.map { "\(ByteCount.bytes(Int64($0)).short)/s" }
    let left = rate.seconds(for: byteTotal - count).map { seconds in
      seconds < 100 ? "\(seconds) s left" : "\((seconds + 59) / 60) min left"
    }
    return [speed, left].compactMap(\.self).joined(separator: "  ")
  }
}
