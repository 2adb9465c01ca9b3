// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofTesting

@testable import TestKit

/// The table of faults in the documentation, against the faults that there are and the tests in which the SDK meets them.
struct DocumentedFaultsTests {
  private struct Row {
    let faults: [String]
    let test: String
  }

  private static let root = PackageFolder.path

  /// The rows of the table, by what stands in code in their first column.
  private static func rows() throws -> [Row] {
    let page = try String(contentsOfFile: "\(root)/Documentation/testing.md", encoding: .utf8)
    let lines = page.split(separator: "\n").drop { !$0.hasPrefix("| fault |") }.dropFirst(2)
    return lines.prefix { $0.hasPrefix("|") }.compactMap { line in
      let columns = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard columns.count == 3 else { return nil }
      let names = columns[0].matches(of: /`\.?([a-zA-Z]+)`/).map { String($0.1) }
      return Row(faults: names, test: columns[2])
    }
  }

  /// The source of each test of faults, by its name.
  private static func tests() throws -> [String: String] {
    let folder = "\(root)/Tests/Testing/WoofTestingTests/Faults"
    var tests: [String: String] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder) where file.hasSuffix(".swift") {
      let source = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      for part in source.components(separatedBy: "@Test").dropFirst() {
        guard let name = part.firstMatch(of: /func `([^`]+)`/) else { continue }
        tests[String(name.1)] = part
      }
    }
    return tests
  }

  /// The names of all faults, as their source has them: cases, and short forms of them.
  private static func faults() throws -> Set<String> {
    let source = try String(contentsOfFile: "\(root)/Sources/Testing/WoofTesting/Faults/Fault.swift", encoding: .utf8)
    let cases = source.matches(of: /\n  case ([a-zA-Z]+)/).map { String($0.1) }
    let shortForms = source.matches(of: /\n  public static (?:var|func) ([a-zA-Z]+)[^{]*Fault \{/).map { String($0.1) }
    return Set(cases + shortForms)
  }

  @Test func `every fault is documented`() throws {
    let documented = Set(try Self.rows().flatMap(\.faults))
    let faults = try Self.faults()
    #expect(faults.count > 20)
    #expect(faults.subtracting(documented) == [])
    #expect(Set(StorageFault.allCases.map(\.rawValue)).subtracting(documented) == [])
    #expect(Set(TransformerFault.allCases.map(\.rawValue)).subtracting(documented) == [])
    #expect(Set(HarnessCertificate.allCases.map(\.rawValue)).subtracting(documented) == ["good"])
  }

  @Test func `the test that the documentation names shows how the SDK meets the fault`() throws {
    let tests = try Self.tests()
    let rows = try Self.rows()
    #expect(rows.count > 15)
    for row in rows {
      let source = try #require(tests[row.test], "there is no test “\(row.test)”")
      #expect(source.contains(".client(") || source.contains("heard("), "no client in “\(row.test)”")
      let named = row.faults.filter { source.contains(".\($0)") }
      #expect(named == row.faults, "“\(row.test)” has not all of \(row.faults)")
    }
  }
}
