// SPDX-License-Identifier: Apache-2.0

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

  /// Takes the string of a member; `nil` where there is none.
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

  /// Takes the number of a member; `nil` where there is none.
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

extension ControlBody {
  /// A fault and when it happens, and whether it responds in the place of the service, whatever the path.
  mutating func rule() throws(HarnessError) -> (FaultRule, isStub: Bool) {
    let name = try neededText("fault")
    let fault = try fault(name)
    var rule = FaultRule(fault, into: try pattern())
    rule.scope = try word("scope") ?? .request
    rule.first = try integer("first", default: 1)
    rule.count = try integer("count")
    rule.probability = try number("probability") ?? 1
    return (rule, name == "answer")
  }

  /// Reads the pattern of the requests that are meant.
  mutating func pattern() throws(HarnessError) -> RequestPattern {
    var pattern = RequestPattern(try text("method").map { RequestMethod(rawValue: $0) }, try text("path"))
    let wanted = try fields("requestFields")
    if !wanted.isEmpty {
      pattern.condition = { request in wanted.allSatisfy { request.fields[$0.name] == $0.value } }
    }
    return try flag("signedIn") ? pattern.signedIn : pattern
  }

  private static let faultNames = [
    "delay", "drip", "cut", "hangUp", "wrongLength", "corruptByte", "interim", "answer", "challenge", "tooManyRequests",
    "serverError", "redirect", "limitBody", "truncateEvent", "duplicateEvent", "dropEvents", "replaceToken",
    "expiredToken", "storage", "kill", "transformer",
  ]

  private mutating func fault(_ name: String) throws(HarnessError) -> Fault {
    switch name {
    case "delay", "drip", "cut", "hangUp", "wrongLength", "corruptByte", "interim": try wireFault(name)
    case "answer", "challenge", "tooManyRequests", "serverError", "redirect", "limitBody": try responseFault(name)
    case "truncateEvent": .truncateEvent(try integer("number", default: 1))
    case "duplicateEvent": .duplicateEvent(try integer("number", default: 1))
    case "dropEvents": .dropEvents(from: try integer("number", default: 1), count: try integer("length", default: 1))
    case "replaceToken": .replaceToken(by: try text("by") ?? "unknown")
    case "expiredToken": .expiredToken
    case "storage": .storage(try word("kind") ?? .diskFull)
    case "kill": .kill(at: try word("at") ?? .recorded)
    case "transformer": .transformer(try word("kind") ?? .crash)
    default:
      throw HarnessError(
        .invalid, "There is no fault “\(name)”; there are \(Self.faultNames.joined(separator: ", ")).")
    }
  }

  private mutating func wireFault(_ name: String) throws(HarnessError) -> Fault {
    switch name {
    case "delay": return .delay(try delay())
    case "drip":
      let way: Fault.Direction = try word("direction") ?? .response
      return .drip(way, byteCount: try integer("bytes", default: 1), every: try neededDuration("every"))
    case "cut":
      let way: Fault.Direction = try word("direction") ?? .response
      return .cut(way, after: try integer("after", default: 0), by: try word("by") ?? .close)
    case "hangUp": return .hangUp(by: try word("by") ?? .close)
    case "wrongLength": return .wrongLength(by: try integer("by", default: 1))
    case "corruptByte":
      let way: Fault.Direction = try word("direction") ?? .response
      return .corruptByte(way, at: try integer("at", default: 0))
    default:
      return .interim(
        status: try integer("status", default: 103), fields: try fields("fields"),
        count: try integer("times", default: 1), try word("moment") ?? .early)
    }
  }

  private mutating func responseFault(_ name: String) throws(HarnessError) -> Fault {
    switch name {
    case "challenge": return .challenge
    case "tooManyRequests": return .tooManyRequests(retryAfter: try integer("retryAfter", default: 1))
    case "serverError": return .serverError(try integer("status", default: 500), fields: try fields("fields"))
    case "redirect": return .redirect(to: try neededText("location"), status: try integer("status", default: 307))
    case "limitBody": return .limitBody(to: try integer("limit", default: 0))
    default:
      return .response(
        StubbedResponse(
          status: try integer("status", default: 200), fields: try fields("fields"), body: try stubbedBody()))
    }
  }

  private mutating func stubbedBody() throws(HarnessError) -> [UInt8] {
    let (words, bytes) = (try text("body"), try base64("base64"))
    guard words == nil || bytes == nil else {
      throw HarnessError(.invalid, "The members “body” and “base64” do not go together: leave one out.")
    }
    return bytes ?? Array((words ?? "").utf8)
  }

  private mutating func delay() throws(HarnessError) -> Fault.Delay {
    if let mean = try duration("mean") { return .exponential(mean: mean) }
    let shortest = try neededDuration("for")
    guard let longest = try duration("upTo") else { return .fixed(shortest) }
    guard longest >= shortest else { throw HarnessError(.invalid, "The member “upTo” must not be less than “for”.") }
    return .uniform(shortest...longest)
  }
}
