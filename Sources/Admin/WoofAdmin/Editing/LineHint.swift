// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine

/// A hint at the words that may follow, shown behind the cursor. It comes from the grammar alone, so that no key has to
/// wait.
enum LineHint {
  /// The hint.
  ///
  /// - Parameters:
  ///   - text: The part of the line that has been typed.
  ///   - lexer: The lexer behind the lines of the command before this one.
  static func hint(behind text: [UInt8], after lexer: CommandLexer) -> String {
    var lexer = lexer
    for byte in text { _ = lexer.consume(byte) }
    let (words, part) = lexer.open
    guard !lexer.isInRemark, case .none = lexer.opening, !(words.isEmpty && part.isEmpty) else { return "" }
    let completion = LineCompleter.completion(after: words, of: part)
    let candidates = completion.candidates.map(\.text)
    let isName = completion.usage == nil
    guard let only = candidates.first, candidates.count == 1, !part.isEmpty, !isName || only != part else {
      let isChosen = isName && candidates.contains(part)
      return arguments(isChosen ? LineCompleter.completion(after: words + [part], of: "") : completion, behind: part)
    }
    let chosen = isName ? LineCompleter.completion(after: words + [only], of: "") : completion
    return only.dropFirst(part.count) + arguments(chosen, behind: only)
  }

  private static func arguments(_ completion: LineCompletion, behind part: String) -> String {
    let text = completion.rest.joined(separator: " ")
    return text.isEmpty || part.isEmpty ? text : " \(text)"
  }
}
