// SPDX-License-Identifier: Apache-2.0

import WoofConfiguration
import WoofModel
import WoofTerminal

/// Values as they stand in tables.
enum ShortText {
  /// A moment to the second, in UTC.
  static func moment(_ moment: Timestamp) -> String {
    String(moment.description.prefix(19)).replacing("T", with: " ")
  }

  /// A number of bytes with three digits or so.
  static func bytes(_ count: Int64) -> String { ByteCount.bytes(count).short }

  /// Returns `yes` or `no`.
  static func answer(_ isSo: Bool) -> String { isSo ? "yes" : "no" }

  /// A number with a comma between each three digits.
  static func count(_ number: some BinaryInteger) -> String {
    var digits = Array(number.magnitude.description)
    var position = digits.count - 3
    while position > 0 {
      digits.insert(",", at: position)
      position -= 3
    }
    return (number < 0 ? "-" : "") + String(digits)
  }

  /// A length of time with three digits or so.
  static func duration(_ duration: Duration) -> String {
    let seconds = duration / .seconds(1)
    if seconds < 0.001 { return "\(rounded(seconds * 1e6)) µs" }
    if seconds < 1 { return "\(rounded(seconds * 1000)) ms" }
    if seconds < 120 { return "\(rounded(seconds)) s" }
    let whole = Int(min(seconds, 1e12))
    let (days, hours, minutes) = (whole / 86_400, whole / 3600 % 24, whole / 60 % 60)
    return days > 0 ? "\(days) d \(hours) h" : hours > 0 ? "\(hours) h \(minutes) min" : "\(minutes) min"
  }

  /// A number with three digits or so.
  static func rounded(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e15 else { return "-" }
    if abs(number) >= 100 { return "\(Int64(number.rounded()))" }
    let tenths = Int64((number * (abs(number) >= 10 ? 10 : 100)).rounded())
    let text = "\(Double(tenths) / (abs(number) >= 10 ? 10 : 100))"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// A value of JSON, as a setting is typed.
  static func value(_ value: JSONValue) -> String {
    if case .string(let text) = value { return text }
    return (try? JSONText.line(value).dropLast()).map { String($0) } ?? ""
  }
}
