// SPDX-License-Identifier: Apache-2.0

import WoofAdministration
import WoofModel
import WoofTerminal

/// The content of the screen of `top`: the newest figures, and curves of some of them.
struct TopView: Sendable {
  /// The number of figures that are remembered for curves.
  private static let memory = 240

  private var figures: [TopFigures] = []

  /// Takes the newest figures.
  mutating func take(_ new: TopFigures) {
    figures.append(new)
    if figures.count > Self.memory { figures.removeFirst() }
  }

  /// The lines for a terminal of this size, as many as it has room for.
  func lines(columns: Int, rows: Int) -> [String] {
    guard let now = figures.last else { return ["Counting …"] }
    let store = now.statistics
    var lines = [
      "\(ShortText.moment(store.at)) UTC  \(counted(ShortText.count(store.accountCount), "account"))  "
        + "\(counted(ShortText.count(store.photoCount), "photo"))  \(ShortText.bytes(store.blobByteCount)), "
        + "\(ShortText.bytes(store.freeByteCount)) free",
      "",
      row("requests", "\(number(now.requests))/s", \.requests, columns),
      text("refused", "\(number(now.refusals))/s, \(number(now.failures))/s failed"),
      row("latency", "\(time(now.median)), 99 % \(time(now.slowest))", { $0.slowest ?? 0 }, columns),
      row("sent", "\(bytes(now.sent))/s, \(bytes(now.received))/s received", \.sent, columns),
      text(
        "open",
        "\(counted(number(now.connections), "connection")), \(counted(number(now.inFlight), "request")), "
          + counted(number(now.subscribers), "subscriber")),
      row(
        "writer", "\(number(now.transactions))/s, 99 % \(time(now.slowestTransaction))", \.transactions, columns),
      text(
        "queues",
        "\(counted(number(now.writeQueue), "write")), \(counted(number(now.readQueue), "read"))"
          + (now.batch.map { ", \(counted(number($0), "write")) a transaction" } ?? "")),
      text(
        "workers",
        "\(number(now.workers)), \(counted(number(now.runningJobs), "job")) running, "
          + "\(number(now.waitingJobs)) waiting"),
      row("processors", number(now.processors), \.processors, columns),
      row("memory", bytes(now.memory), \.memory, columns),
      "",
    ]
    lines += now.loops.map { loop in
      text("loop \(loop.name)", "\(number(loop.rounds)) rounds/s, 99 % \(time(loop.slowest))")
    }
    lines.append("q ends.")
    return lines.prefix(max(1, rows)).map { $0.truncated(toWidth: max(1, columns)) }
  }

  private func text(_ name: String, _ value: String) -> String { "\(name.padded(toWidth: 10))  \(value)" }

  private func row(_ name: String, _ value: String, _ figure: (TopFigures) -> Double, _ columns: Int) -> String {
    let head = text(name, value).padded(toWidth: 44)
    return "\(head) \(Sparkline.text(figures.map(figure), width: min(60, columns - head.displayWidth - 1)))"
  }

  private func number(_ number: Double) -> String { ShortText.rounded(number) }

  private func counted(_ number: String, _ noun: String) -> String { "\(number) \(noun)\(number == "1" ? "" : "s")" }

  private func bytes(_ count: Double) -> String {
    ShortText.bytes(count.isFinite && count > 0 ? Int64(min(count, 9e18)) : 0)
  }

  private func time(_ seconds: Double?) -> String {
    seconds.map { ShortText.duration(.seconds(min(max(0, $0), 1e9))) } ?? "-"
  }
}

/// A curve in one line of text.
enum Sparkline {
  private static let steps: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// The last values, one character each, as high as they are beside the greatest.
  static func text(_ values: [Double], width: Int) -> String {
    let shown = values.suffix(max(0, width))
    let greatest = shown.filter(\.isFinite).max() ?? 0
    return String(
      shown.map { value in
        guard greatest > 0, value.isFinite, value > 0 else { return steps[0] }
        return steps[min(steps.count - 1, Int(value / greatest * Double(steps.count - 1) + 0.5))]
      })
  }
}
