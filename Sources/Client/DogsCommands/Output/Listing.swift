// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofTerminal

/// Items of a list on standard output.
struct Listing<Items: AsyncSequence> where Items.Element: Encodable {
  let items: Items
  let printsJSON: Bool
  /// The sentence on standard error where there are none; no line of JSON says so.
  let nothing: String

  /// Prints lines of JSON while the items come, or a table at the end.
  ///
  /// - Parameter table: Makes the table, for a terminal with so many columns; `nil` where there is none.
  /// - Throws: As the items and the table; `EncodingError`.
  func print(_ table: ([Items.Element], _ width: Int?) async throws -> String) async throws {
    var read: [Items.Element] = []
    for try await item in items {
      if printsJSON { StandardStream.output.write(try JSONLine.text(item)) } else { read.append(item) }
    }
    guard !printsJSON else { return }
    guard !read.isEmpty else { return StandardStream.error.write("\(nothing)\n") }
    StandardStream.output.write(try await table(read, StandardStream.output.width))
  }
}
