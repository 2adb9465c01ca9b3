/// Coordinates of XMP, as in `47,22.65N` or `47,22,39N`, and fractions, as in `4084/10`.
enum XMPCoordinate {
  static func degrees(_ text: String, negative: Character, positive: Character) -> Double? {
    guard let side = text.last, side == negative || side == positive else { return nil }
    let parts = text.dropLast().split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }
    guard (2...3).contains(parts.count), numbers.count == parts.count, numbers.allSatisfy({ $0.isFinite && $0 >= 0 })
    else { return nil }
    let degrees = numbers[0] + numbers[1] / 60 + (numbers.count > 2 ? numbers[2] / 3600 : 0)
    return side == negative ? -degrees : degrees
  }

  static func fraction(_ text: String) -> Double? {
    let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map { Double($0) }
    switch (parts.count, parts.first ?? nil, parts.last ?? nil) {
    case (1, let number?, _): return number
    case (2, let numerator?, let denominator?) where denominator != 0: return numerator / denominator
    default: return nil
    }
  }
}
