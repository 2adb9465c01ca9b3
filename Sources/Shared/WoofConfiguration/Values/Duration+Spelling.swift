// SPDX-License-Identifier: Apache-2.0

extension Duration {
  /// Reads a whole number and a unit, `ms`, `s`, `m`, `h` or `d`, with blanks between them or none, as in `250ms` or
  /// `5 m`; `nil` for anything else.
  package init?(spelling text: String) {
    guard let milliseconds = Quantity.read(text, units: Self.units) else { return nil }
    self = .milliseconds(milliseconds)
  }

  /// The duration in the largest unit that gives a whole number, as in `90s`; what is less than a millisecond is lost.
  package var spelling: String {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    guard !overflow else { return "\(seconds)s" }
    return Quantity.spell(whole + attoseconds / 1_000_000_000_000_000, units: Self.units, separator: "")
  }

  private static let units: [(name: String, size: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]
}
