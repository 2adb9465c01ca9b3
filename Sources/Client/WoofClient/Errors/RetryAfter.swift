import Foundation

/// The time to wait that a service asks for in `Retry-After` (RFC 9110 §10.2.3).
enum RetryAfter {
  /// The seconds that an answer tells, as a number or by a date; `nil` where it tells none that can be read.
  ///
  /// - Parameter now: What a date is compared with where the answer does not say when it was made: clocks differ.
  static func seconds(of answer: APIAnswer, now: Date) -> Int? {
    guard let value = answer[field: "Retry-After"] else { return nil }
    if let seconds = Int(value) { return seconds >= 0 ? seconds : nil }
    guard let end = date(value) else { return nil }
    let start = answer[field: "Date"].flatMap(date) ?? now
    return Int(exactly: max(0, end.timeIntervalSince(start)).rounded(.up))
  }

  /// Reads a date in the form that services write (IMF-fixdate, RFC 9110 §5.6.7).
  private static func date(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.date(from: text)
  }
}
