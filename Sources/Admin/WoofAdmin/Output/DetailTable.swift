// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofTerminal

/// A table of the members of one thing: a line for each, without headings.
struct DetailTable: Sendable {
  private var members: [(name: String, value: String)] = []

  /// Adds a member, where it has a value.
  mutating func append(_ name: String, _ value: String?) {
    if let value, !value.isEmpty { members.append((name, value.printable)) }
  }

  /// The lines.
  ///
  /// - Parameter width: The number of columns that a line may have.
  func text(width: Int?) -> String {
    guard let first = members.first else { return "" }
    var table = TextTable([first.name, first.value])
    for member in members.dropFirst() { table.append([member.name, member.value]) }
    return table.lines(width: width).map { "\($0)\n" }.joined()
  }
}
