// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// One line of `Set-Cookie`, read as RFC 6265 §5.2 describes: leniently, and never past a limit.
struct SetCookie: Hashable, Sendable {
  /// The most bytes of name and value together (RFC 6265 §6.1).
  static let maximalLength = 4096

  let name: String
  let value: String
  /// Without a leading dot, in small letters; none where the cookie is for the host alone.
  var domain: String?
  var path: String?
  var expires: Date?
  /// In seconds from now on. It goes over ``expires``.
  var maxAge: Int?
  var isSecure = false
  var isHTTPOnly = false

  /// Reads a line; none where it sets no cookie.
  init?(_ line: String) {
    let parts = line.split(separator: ";", omittingEmptySubsequences: false)
    guard let pair = parts.first, let (name, value) = Self.pair(pair), !name.isEmpty else { return nil }
    guard name.utf8.count + value.utf8.count <= Self.maximalLength, !Self.hasControlCharacter(line) else { return nil }
    self.name = name
    self.value = value
    for part in parts.dropFirst() {
      let (key, value) = Self.pair(part) ?? (Self.trimmed(part), "")
      take(key.lowercased(), value)
    }
  }

  private mutating func take(_ key: String, _ value: String) {
    switch key {
    case "domain":
      let name = value.hasPrefix(".") ? String(value.dropFirst()) : value
      domain = name.isEmpty ? nil : name.lowercased()
    case "path": path = value.hasPrefix("/") ? value : nil
    case "expires": expires = CookieDate.date(value) ?? expires
    case "max-age": maxAge = Self.seconds(value) ?? maxAge
    case "secure": isSecure = true
    case "httponly": isHTTPOnly = true
    default: break
    }
  }

  private static func pair(_ text: Substring) -> (name: String, value: String)? {
    guard let equals = text.firstIndex(of: "=") else { return nil }
    return (trimmed(text[..<equals]), trimmed(text[text.index(after: equals)...]))
  }

  private static func trimmed(_ text: Substring) -> String { text.trimmingCharacters(in: .whitespaces) }

  private static func seconds(_ text: String) -> Int? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    guard digits.startIndex == text.startIndex else { return 0 }
    return min(Int(digits) ?? .max, 400 * 86400)
  }

  private static func hasControlCharacter(_ line: String) -> Bool {
    line.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
  }
}

/// The dates of cookies, of which servers have many forms (RFC 6265 §5.1.1).
enum CookieDate {
  /// The date that a text says; none where it says none.
  static func date(_ text: String) -> Date? {
    var clock: [Int]?
    var day: Int?
    var month: String?
    var year: Int?
    for token in text.split(whereSeparator: { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == ":")) }) {
      if clock == nil, let time = time(token) {
        clock = time
      } else if day == nil, let number = number(token, 1...2) {
        day = number
      } else if month == nil, let name = monthName(token) {
        month = name
      } else if year == nil, let number = number(token, 2...4) {
        year = number < 70 ? number + 2000 : number < 100 ? number + 1900 : number
      }
    }
    guard let clock, let day, let month, let year, year >= 1601 else { return nil }
    let parts = [day, clock[0], clock[1], clock[2]].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return HTTPDate.date("Sun, \(parts[0]) \(month) \(year) \(parts[1]):\(parts[2]):\(parts[3]) GMT")
  }

  private static func time(_ token: Substring) -> [Int]? {
    let parts = token.split(separator: ":", omittingEmptySubsequences: false).map { number($0, 1...2) }
    guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2] else { return nil }
    return [hour, minute, second]
  }

  private static func monthName(_ token: Substring) -> String? {
    let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let start = token.prefix(3).lowercased()
    return names.first { $0.lowercased() == start }
  }

  private static func number(_ token: Substring, _ lengths: ClosedRange<Int>) -> Int? {
    guard lengths.contains(token.utf8.count), token.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(token)
  }
}
