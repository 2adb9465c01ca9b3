import WoofConfiguration
import WoofCommandLine

/// How far several transfers have come: a bar for each that is under way, and one for all.
public struct TransferBoard: Sendable {
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
  ///   - noun: What is transferred, in the plural.
  ///   - count: How many there are.
  ///   - byteTotal: How many bytes they have together.
  public init(_ noun: String, count: Int, byteTotal: Int64) {
    self.noun = noun
    transferCount = count
    self.byteTotal = byteTotal
  }

  /// A transfer of so many bytes begins.
  public mutating func begin(_ id: Int, name: String, total: Int64) {
    running.append((id, Transfer(name: name.printable, count: 0, total: total)))
  }

  /// A transfer has come so far.
  public mutating func set(_ id: Int, count: Int64) {
    guard let index = running.firstIndex(where: { $0.id == id }) else { return }
    running[index].transfer.count = min(max(0, count), running[index].transfer.total)
  }

  /// A transfer has ended, whatever its end was.
  public mutating func end(_ id: Int) {
    guard let index = running.firstIndex(where: { $0.id == id }) else { return }
    endedBytes += running.remove(at: index).transfer.total
    endedCount += 1
  }

  /// The bars, in lines of so many columns.
  ///
  /// - Parameter time: How long it has taken since any moment that stays the same.
  public mutating func lines(width: Int, at time: Duration) -> [String] {
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
