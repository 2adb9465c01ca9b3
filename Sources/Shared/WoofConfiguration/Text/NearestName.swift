// SPDX-License-Identifier: Apache-2.0

extension Sequence<String> {
  /// The name among these that somebody who wrote `name` most likely meant; `nil` where none is near.
  ///
  /// Near is what differs in a third of its letters at most, where a swap of two neighbours counts as one difference
  /// and the case of letters does not count. Of names equally near, the first wins.
  package func nearest(to name: String) -> String? {
    let wanted = Array(name.lowercased().prefix(64))
    var best: (name: String, distance: Int)?
    for candidate in self {
      let letters = Array(candidate.lowercased().prefix(64))
      let limit = Swift.max(letters.count, wanted.count) / 3
      let distance = editDistance(wanted, letters)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }
}

/// The least number of insertions, deletions, replacements and swaps of neighbours that make `right` of `left`.
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for (row, letter) in left.enumerated() {
    var current = [row + 1]
    for (column, other) in right.enumerated() {
      var distance = Swift.min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
        distance = Swift.min(distance, beforeLast[column - 1] + 1)
      }
      current.append(distance)
    }
    (beforeLast, last) = (last, current)
  }
  return last[right.count]
}
