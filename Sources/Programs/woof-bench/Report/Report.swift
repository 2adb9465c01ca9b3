// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofTerminal
import WoofModel

/// The result of a benchmark.
struct Report: Sendable {
  /// The benchmark's name.
  var benchmark: String
  var figures: [Figure] = []
  /// Further remarks, a line each.
  var notes: [String] = []

  init(_ benchmark: String) { self.benchmark = benchmark }

  mutating func add(_ figure: Figure) { figures.append(figure) }

  /// `true` if all bars are met.
  var isMet: Bool { figures.allSatisfy { $0.isMet != false } }
}

extension Report {
  /// A table of several reports, and their notes.
  static func text(_ reports: [Report]) -> String {
    var table = TextTable(
      ["BENCH", "FIGURE", "UNIT", "WOOF", "REFERENCE", "RATIO", "BAR", "RESULT"],
      alignments: [.leading, .leading, .leading, .trailing, .trailing, .trailing, .trailing, .leading])
    for report in reports {
      for figure in report.figures {
        table.append([
          report.benchmark, figure.name, figure.unit, spell(figure.woof.median),
          figure.reference.map { spell($0.median) } ?? "", figure.ratio.map { spell($0) } ?? "",
          figure.bar.map(spell) ?? "", figure.isMet.map { $0 ? "met" : "MISSED" } ?? "",
        ])
      }
    }
    let notes = reports.flatMap { report in report.notes.map { "\(report.benchmark): \($0)\n" } }
    return table.description + notes.joined()
  }

  /// Returns the reports as JSON, with every sample.
  static func json(_ reports: [Report]) -> String {
    var writer = JSONWriter()
    writer.beginArray()
    for report in reports { report.write(to: &writer) }
    writer.endArray()
    writer.newline()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("benchmark" as StaticString)
    writer.value(benchmark)
    writer.name("figures" as StaticString)
    writer.beginArray()
    for figure in figures { Self.write(figure, to: &writer) }
    writer.endArray()
    writer.name("notes" as StaticString)
    writer.value(.array(notes.map { .string($0) }))
    writer.endObject()
  }

  private static func write(_ figure: Figure, to writer: inout JSONWriter) {
    var members: [String: JSONValue] = [
      "name": .string(figure.name), "unit": .string(figure.unit), "woof": .number(figure.woof.median),
      "woofSamples": .array(figure.woof.values.map { .number($0) }),
    ]
    if let reference = figure.reference {
      members["reference"] = .number(reference.median)
      members["referenceSamples"] = .array(reference.values.map { .number($0) })
      members["ratio"] = figure.ratio.map { .number($0) }
    }
    if let bar = figure.bar { members["bar"] = .string(spell(bar)) }
    if let isMet = figure.isMet { members["met"] = .bool(isMet) }
    writer.value(.object(members))
  }

  private static func spell(_ bar: Bar) -> String {
    "\(bar.subject == .ratio ? "ratio " : "")\(bar.side.rawValue) \(spell(bar.limit))"
  }

  /// A number with about three figures.
  private static func spell(_ number: Double) -> String {
    guard number.isFinite, number.magnitude < 1e15 else { return "–" }
    if number == number.rounded() || number.magnitude >= 100 { return "\(Int(number.rounded()))" }
    let factor: Double = number.magnitude < 1 ? 1000 : number.magnitude < 10 ? 100 : 10
    return "\((number * factor).rounded() / factor)"
  }
}
