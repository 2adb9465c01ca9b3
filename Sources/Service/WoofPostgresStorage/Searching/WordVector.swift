// SPDX-License-Identifier: Apache-2.0

/// Words with their positions, as a value of PostgreSQL's type `tsvector`.
///
/// A caption may be far longer than a `tsvector` may be, and an error would undo the batch: words beyond a bound do not
/// count.
struct WordVector: Hashable, Sendable {
  /// The greatest position that a `tsvector` has (Limitations of text search).
  private static let lastPosition = 16_383
  /// The most positions of a word.
  private static let positionLimit = 255
  /// The most bytes of all words with their positions: of the three vectors of a photo together, a third of what fits.
  private static let byteLimit = 120_000

  private var positions: [String: [Int]] = [:]
  private var last = 1
  private var byteCount = 0

  /// Makes a vector of the words of texts. Each text begins at a distance, so that a phrase goes from none to the next.
  init(_ texts: [String]) {
    for text in texts where !text.isEmpty {
      for word in FoldedWords.words(in: text) where !append(word) { return }
      last += 1
    }
  }

  private mutating func append(_ word: String) -> Bool {
    let known = positions[word]
    byteCount += known == nil ? word.utf8.count + 8 : 2
    guard byteCount <= Self.byteLimit, last < Self.lastPosition else { return false }
    last += 1
    if known.map({ $0.count < Self.positionLimit }) ?? true { positions[word, default: []].append(last) }
    return true
  }

  /// The text from which the server reads the value. Words are letters, digits and accents, so that nothing in the quotation
  /// marks means anything else.
  var text: String {
    positions.sorted { $0.key < $1.key }
      .map { word, positions in "'\(word)':" + positions.map(String.init).joined(separator: ",") }
      .joined(separator: " ")
  }
}
