/// Positions as ranges in ascending order, none of which overlaps or touches the next.
struct RangeList {
  private(set) var ranges: [Range<Int>] = []

  /// Makes a list of ranges in any order.
  init(_ unordered: [Range<Int>]) {
    for range in unordered.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  /// Returns `true` if one range of the list has all of these positions.
  func contains(_ range: Range<Int>) -> Bool {
    last(beginningBefore: range.lowerBound + 1).map { $0.upperBound >= range.upperBound } ?? false
  }

  /// Returns `true` if at least one of these positions is in the list.
  func overlaps(_ range: Range<Int>) -> Bool {
    last(beginningBefore: range.upperBound).map { $0.upperBound > range.lowerBound } ?? false
  }

  /// Returns the positions of this list that are not in the other, as ranges in ascending order.
  func subtracting(_ other: RangeList) -> [Range<Int>] {
    var rest: [Range<Int>] = []
    var index = 0
    for range in ranges {
      var start = range.lowerBound
      while index < other.ranges.count, other.ranges[index].upperBound <= start { index += 1 }
      var next = index
      while next < other.ranges.count, other.ranges[next].lowerBound < range.upperBound {
        let obstacle = other.ranges[next]
        if obstacle.lowerBound > start { rest.append(start..<obstacle.lowerBound) }
        start = max(start, obstacle.upperBound)
        next += 1
      }
      if start < range.upperBound { rest.append(start..<range.upperBound) }
      index = max(index, next - 1)
    }
    return rest
  }

  private func last(beginningBefore position: Int) -> Range<Int>? {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].lowerBound < position { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? ranges[low - 1] : nil
  }
}
