// SPDX-License-Identifier: Apache-2.0

import WoofModel

/// A date as metadata state it: a year, a month, a day or a moment.
struct StatedDate {
  /// The first moment of the date; a date without an offset is read as UTC.
  let timestamp: Timestamp
  /// The numbers of year, month and day, as far as they are stated, where it was taken.
  private let day: [Substring]
  private let hasTime: Bool

  /// Reads a date of XMP (ISO 16684-1 §8.2.1.2), as in `2026-05-01T12:00:00.25+02:00`, `2026-05-01` or `2026`.
  init?(xmp text: String) {
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    let day = (parts.first ?? "").split(separator: "-", omittingEmptySubsequences: false)
    guard (1...3).contains(day.count), zip(day, [4, 2, 2]).allSatisfy({ $0.utf8.count == $1 }) else { return nil }
    let moment = parts.count > 1 ? Self.moment(of: day, time: parts[1]) : Self.start(of: day)
    guard let moment else { return nil }
    timestamp = moment
    self.day = day
    hasTime = parts.count > 1
  }

  /// The moment that statements of the same thing name, the most reliable first: the first of them, as exactly as the
  /// others state what it leaves open. A day is its first moment then, where none of them says more.
  ///
  /// Of a scanned picture somebody may have stated the day on which it was taken, and a program when it was scanned: that
  /// is another day, and so has nothing to say.
  static func moment(of dates: [StatedDate]) -> Timestamp? {
    guard var best = dates.first else { return nil }
    for date in dates.dropFirst() where date.refines(best) { best = date }
    return best.timestamp
  }

  private func refines(_ other: StatedDate) -> Bool {
    let isFiner = day.count > other.day.count || hasTime && !other.hasTime
    return isFiner && day.starts(with: other.day)
  }

  private static func moment(of day: [Substring], time: Substring) -> Timestamp? {
    guard day.count == 3 else { return nil }
    let clock = time.prefix { $0.isNumber || $0 == ":" }
    let rest = time[clock.endIndex...]
    let fraction = rest.hasPrefix(".") ? rest.dropFirst().prefix { $0.isNumber } : ""
    let offset = rest.hasPrefix(".") ? rest.dropFirst(1 + fraction.count) : rest
    let seconds = clock.utf8.count == 5 ? ":00" : ""
    return ExifDate(
      dateTime: "\(day.joined(separator: ":")) \(clock)\(seconds)", subSecond: String(fraction), offset: String(offset)
    )?.timestamp
  }

  private static func start(of day: [Substring]) -> Timestamp? {
    let whole = day + [Substring](repeating: "01", count: 3 - day.count)
    return ExifDate(dateTime: "\(whole.joined(separator: ":")) 00:00:00", subSecond: nil, offset: nil)?.timestamp
  }
}
