// SPDX-License-Identifier: Apache-2.0

extension WoofHarness {
  /// A report for whoever looks at a failed test: the address of the harness and the folder of its data, the last
  /// requests with their outcomes, and the faults that never happened.
  ///
  /// - Parameter count: The most requests that it tells of; 20 by default.
  public func report(ofLast count: Int = 20) -> String {
    let exchanges = journal.exchanges
    let last = exchanges.suffix(max(0, count))
    let total = exchanges.count + journal.droppedCount
    var lines = ["WoofHarness at \(url), data in \(folder)\(parts.folder.stays ? "" : ", removed when it stops")"]
    lines.append(total == 0 ? "  no request arrived" : "  the last \(last.count) of \(total) requests:")
    lines += last.map { "  \($0.number). \($0.summary)" }
    let unmet = faults.unmet
    if !unmet.isEmpty { lines.append("  faults that never happened: \(unmet.joined(separator: "; "))") }
    return lines.joined(separator: "\n")
  }
}

extension RecordedExchange {
  /// The request and what became of it, in a line.
  fileprivate var summary: String {
    var text = "\(method) \(target)"
    if body.byteCount > 0 { text += ", \(body.byteCount) bytes" }
    if let response { text += " → \(response.status), \(response.body.byteCount) bytes" }
    if outcome != .complete { text += ", \(outcome.rawValue)" }
    return faults.isEmpty ? text : "\(text) [\(faults.joined(separator: ", "))]"
  }
}
