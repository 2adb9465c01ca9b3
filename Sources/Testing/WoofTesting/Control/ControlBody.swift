internal import Foundation
internal import WoofConfiguration
internal import WoofModel

/// The JSON object of a request to the control API, read strictly: a member that nobody asks for is refused.
struct ControlBody {
  private var members: [String: JSONValue]
  private var asked: [String] = []

  /// - Throws: ``HarnessError`` of code `invalid` where the bytes are no JSON object. No bytes are an empty one.
  init(_ bytes: [UInt8]) throws(HarnessError) {
    guard !bytes.isEmpty else {
      members = [:]
      return
    }
    guard case .object(let members)? = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else {
      throw HarnessError(.invalid, "The body must be a JSON object.")
    }
    self.members = members
  }

  private mutating func take(_ name: String) -> JSONValue? {
    asked.append(name)
    let value = members.removeValue(forKey: name)
    return value == .null ? nil : value
  }

  /// A text.
  mutating func text(_ name: String) throws(HarnessError) -> String? {
    guard let value = take(name) else { return nil }
    guard case .string(let text) = value else { throw Self.wrong(name, "a string") }
    return text
  }

  /// A text that must be there.
  mutating func neededText(_ name: String) throws(HarnessError) -> String {
    guard let text = try text(name) else { throw HarnessError(.invalid, "The member “\(name)” is missing.") }
    return text
  }

  /// Bytes, as a text in base64.
  mutating func base64(_ name: String) throws(HarnessError) -> [UInt8]? {
    guard let text = try text(name) else { return nil }
    guard let data = Data(base64Encoded: text) else { throw Self.wrong(name, "bytes in base64") }
    return [UInt8](data)
  }

  /// A whole number.
  mutating func integer(_ name: String) throws(HarnessError) -> Int? {
    guard let value = take(name) else { return nil }
    guard case .integer(let number) = value else { throw Self.wrong(name, "a whole number") }
    return Int(number)
  }

  /// A whole number, or a default.
  mutating func integer(_ name: String, default standard: Int) throws(HarnessError) -> Int {
    try integer(name) ?? standard
  }

  /// A number.
  mutating func number(_ name: String) throws(HarnessError) -> Double? {
    switch take(name) {
    case nil: return nil
    case .integer(let number)?: return Double(number)
    case .number(let number)?: return number
    default: throw Self.wrong(name, "a number")
    }
  }

  /// `true` or `false`; `false` where it is missing.
  mutating func flag(_ name: String) throws(HarnessError) -> Bool {
    guard let value = take(name) else { return false }
    guard case .bool(let flag) = value else { throw Self.wrong(name, "true or false") }
    return flag
  }

  /// A length of time, as `250ms` or `15s`.
  mutating func duration(_ name: String) throws(HarnessError) -> Duration? {
    guard let text = try text(name) else { return nil }
    guard let duration = Duration(spelling: text) else { throw Self.wrong(name, "a duration, as 250ms or 15s") }
    return duration
  }

  /// A length of time that must be there.
  mutating func neededDuration(_ name: String) throws(HarnessError) -> Duration {
    guard let duration = try duration(name) else { throw HarnessError(.invalid, "The member “\(name)” is missing.") }
    return duration
  }

  /// A moment in ISO 8601 with milliseconds.
  mutating func timestamp(_ name: String) throws(HarnessError) -> Timestamp? {
    guard let text = try text(name) else { return nil }
    guard let moment = Timestamp(text) else { throw Self.wrong(name, "a date, as 2026-05-01T10:00:00.000Z") }
    return moment
  }

  /// One of the words that an enumeration's cases are.
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ type: Word.Type = Word.self
  ) throws(HarnessError) -> Word? {
    guard let text = try text(name) else { return nil }
    guard let word = Word(rawValue: text) else {
      throw Self.wrong(name, "one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }

  /// A list of texts; empty where it is missing.
  mutating func texts(_ name: String) throws(HarnessError) -> [String] {
    guard let value = take(name) else { return [] }
    guard case .array(let values) = value else { throw Self.wrong(name, "a list of strings") }
    return try values.map { value throws(HarnessError) in
      guard case .string(let text) = value else { throw Self.wrong(name, "a list of strings") }
      return text
    }
  }

  /// Fields of a message, as an object of strings.
  mutating func fields(_ name: String) throws(HarnessError) -> [MessageField] {
    guard let value = take(name) else { return [] }
    guard case .object(let members) = value else { throw Self.wrong(name, "an object of strings") }
    return try members.sorted { $0.key < $1.key }.map { name, value throws(HarnessError) in
      guard case .string(let text) = value, !text.contains(where: \.isNewline), !name.contains(where: \.isNewline)
      else { throw Self.wrong(name, "a string of one line") }
      return MessageField(name, text)
    }
  }

  /// Refuses what nobody asked for.
  func finish() throws(HarnessError) {
    guard let unknown = members.keys.min() else { return }
    throw HarnessError(.invalid, "The member “\(unknown)” is unknown here; there are \(asked.joined(separator: ", ")).")
  }

  private static func wrong(_ name: String, _ kind: String) -> HarnessError {
    HarnessError(.invalid, "The member “\(name)” must be \(kind).")
  }
}
