// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing

@testable import TestKit
@testable import WoofConfiguration

@Suite struct `JSON5 parser under random texts` {
  @Test func `text that Foundation reads gives the same value`() throws {
    var random = SeededGenerator(seed: 1)
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    for _ in 0..<2000 {
      // In a list, as Foundation 6.3 traps on some numbers that stand alone after a blank.
      let text = "[" + RandomJSON5.value(depth: 0, using: &random) + "]"
      let expected = try decoder.decode(FoundationValue.self, from: Data(text.utf8))
      #expect(try FoundationValue(parsed(text)) == expected, "\(text)")
    }
  }

  @Test func `a broken text is refused or parsed, and never traps`() {
    var random = SeededGenerator(seed: 2)
    let spice = Array("{}[]:,'\"\\/*\n\r+-.0x9eE_$ untrlfase\u{0}\u{2028}é🐶".unicodeScalars)
    var refused = 0
    for _ in 0..<20_000 {
      var scalars = Array(RandomJSON5.value(depth: 0, using: &random).unicodeScalars)
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        let place = Int.random(in: 0...scalars.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: scalars.insert(spice[Int.random(in: 0..<spice.count, using: &random)], at: place)
        case 1: scalars.removeSubrange(place..<min(scalars.count, place + 2))
        default: scalars.removeLast(scalars.count - place)
        }
      }
      do throws(JSON5SyntaxError) {
        _ = try JSON5Parser.parse(scalars)
      } catch {
        refused += 1
        #expect((0...scalars.count).contains(error.offset))
      }
    }
    #expect(refused > 5000)
  }
}

/// Texts of the part of JSON5 that Foundation reads by the book; it keeps the line end of a continued line.
private enum RandomJSON5 {
  static func value(depth: Int, using random: inout SeededGenerator) -> String {
    let blank = pick(["", " ", "\n", "\t", "/* * / */", "// note\n"], using: &random)
    switch Int.random(in: 0..<(depth < 4 ? 7 : 5), using: &random) {
    case 0: return blank + pick(["null", "true", "false"], using: &random)
    case 1: return blank + "\(Int64.random(in: .min ... .max, using: &random))"
    case 2: return blank + pick(["0", "+7", "-0x1f", ".25", "-5.", "1.5e3", "25E-2"], using: &random)
    case 3, 4: return blank + string(using: &random)
    case 5:
      let values = (0..<Int.random(in: 0..<4, using: &random)).map { _ in value(depth: depth + 1, using: &random) }
      return blank + "[" + join(values, using: &random) + "]"
    default:
      let members = (0..<Int.random(in: 0..<4, using: &random)).map { index in
        let key = pick(["key\(index)", "'key \(index)'", "\"ключ\(index)\"", "_\(index)", "é\(index)"], using: &random)
        return key + ":" + value(depth: depth + 1, using: &random)
      }
      return blank + "{" + join(members, using: &random) + "}"
    }
  }

  private static func string(using random: inout SeededGenerator) -> String {
    let quote = pick(["'", "\""], using: &random)
    let parts = ["a", " ", "é", "🐶", "\\n", "\\\\", "\\'", "\\\"", "\\u00e9", "\\ud83d\\udc36", "/", "//", "{"]
    return quote + (0..<Int.random(in: 0..<6, using: &random)).map { _ in pick(parts, using: &random) }.joined() + quote
  }

  private static func join(_ parts: [String], using random: inout SeededGenerator) -> String {
    parts.joined(separator: ",") + (parts.isEmpty ? "" : pick(["", ","], using: &random))
  }

  private static func pick(_ choices: [String], using random: inout SeededGenerator) -> String {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }
}

/// A value as Foundation's decoder gives it: members without order, numbers as doubles.
private enum FoundationValue: Decodable, Equatable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case list([FoundationValue])
  case section([String: FoundationValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .boolean(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let values = try? container.decode([FoundationValue].self) {
      self = .list(values)
    } else {
      self = .section(try container.decode([String: FoundationValue].self))
    }
  }

  init(_ value: ConfigurationValue) throws {
    switch value.content {
    case .null: self = .null
    case .boolean(let flag): self = .boolean(flag)
    case .integer(let number): self = .number(Double(number))
    case .number(let number): self = .number(number)
    case .string(let text): self = .string(text)
    case .list(let values): self = .list(try values.map(FoundationValue.init))
    case .section(let table):
      let members = try table.members.map { ($0.name, try FoundationValue($0.value)) }
      self = .section(Dictionary(members) { first, _ in first })
    }
  }
}
