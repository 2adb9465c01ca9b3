// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofTerminal

extension TextTable {
  /// The members of one thing as text, a line for each that has a value; its id comes first.
  ///
  /// - Parameter width: The number of columns of the terminal; `nil` where there is none, and all is shown.
  static func details(of id: some CustomStringConvertible, _ members: [(String, String?)], width: Int?) -> String {
    var table = TextTable(["id", "\(id)"])
    for case (let name, let value?) in members { table.append([name, value]) }
    return table.text(width: width)
  }

  /// The headings and rows, each with a line end.
  ///
  /// - Parameter width: The number of columns of the terminal; `nil` where there is none, and all is shown.
  func text(width: Int?) -> String { lines(width: width).map { "\($0)\n" }.joined() }

  /// Returns `true` if all columns but the last fit in full, and enough of the last is left.
  ///
  /// - Parameters:
  ///   - width: The number of columns of the terminal; `nil` where there is none, and everything fits.
  ///   - reserve: The number of columns that the last one is left at the least, if its cells need as many.
  ///   - cells: The cells of the last column.
  func fits(_ width: Int?, leaving reserve: Int, to cells: [String]) -> Bool {
    guard let width else { return true }
    let needed = min(reserve, cells.map(\.displayWidth).max() ?? 0)
    return self.width - widthOfLastColumn + needed <= width
  }
}
