// SPDX-License-Identifier: Apache-2.0

/// A whole number with a unit, as people write it.
enum Quantity {
  /// Reads `text` in multiples of the smallest unit; `nil` where it is not a number with one of the units, or too large.
  static func read(_ text: String, units: [(name: String, size: Int64)]) -> Int64? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let name = text[digits.endIndex...].drop { $0 == " " }.lowercased()
    guard let number = Int64(digits), let unit = units.first(where: { $0.name.lowercased() == name }) else {
      return nil
    }
    let (product, overflow) = number.multipliedReportingOverflow(by: unit.size)
    return overflow ? nil : product
  }

  /// Returns a number with the first unit of which it is a whole multiple.
  static func spell(_ number: Int64, units: [(name: String, size: Int64)], separator: String) -> String {
    let unit = number == 0 ? units.last : units.first { number.isMultiple(of: $0.size) }
    guard let unit else { return "\(number)" }
    return "\(number / unit.size)\(separator)\(unit.name)"
  }
}
