import WoofModel

/// Dates of XMP (ISO 16684-1 §8.2.1.2), as in `2026-05-01T12:00:00.25+02:00`.
enum XMPDate {
  /// The moment; `nil` where the text is none, or a day without a time. Without an offset it is read as UTC.
  static func timestamp(_ text: String) -> Timestamp? {
    guard let separator = text.firstIndex(of: "T") else { return nil }
    let time = text[text.index(after: separator)...]
    let clock = time.prefix { $0.isNumber || $0 == ":" }
    let rest = time[clock.endIndex...]
    let fraction = rest.hasPrefix(".") ? rest.dropFirst().prefix { $0.isNumber } : ""
    let offset = rest.hasPrefix(".") ? rest.dropFirst(1 + fraction.count) : rest
    let seconds = clock.utf8.count == 5 ? ":00" : ""
    return ExifDate(
      dateTime: "\(text[..<separator]) \(clock)\(seconds)", subSecond: String(fraction), offset: String(offset)
    )?.timestamp
  }
}
