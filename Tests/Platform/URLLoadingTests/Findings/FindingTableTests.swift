// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TestKit

/// The page about URLLoading says of each thing that was wrong with FoundationNetworking which tests show that it is
/// right here; this keeps it true.
@Suite struct FindingTableTests {
  private struct Row {
    var finding: String
    /// Names of tests, each with the file it is in where that is not one of this folder.
    var tests: [(name: String, file: String?)]
    /// Files whose every test is about it.
    var files: [String]
  }

  private static let tests = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
    .deletingLastPathComponent()

  private let rows: [Row]

  init() throws {
    let page = try String(contentsOfFile: "\(PackageFolder.path)/Documentation/urlloading.md", encoding: .utf8)
    let table = page.components(separatedBy: "| FoundationNetworking | here").dropFirst().first ?? ""
    rows = table.components(separatedBy: "\n").dropFirst(2).prefix { $0.hasPrefix("| ") }.map { line in
      let cells = line.dropFirst(2).components(separatedBy: " | ")
      let cell = cells.count > 1 ? cells[1] : ""
      let files = cell.matches(of: #/`([\w/]+Tests)`/#).map { String($0.1) }
      let tests = cell.matches(of: #/\*([^*]+)\*(?: \(`([\w/]+)`\))?/#).map { match in
        (name: String(match.1), file: match.2.map(String.init))
      }
      return Row(finding: cells[0], tests: tests, files: files)
    }
  }

  @Test func `the table has every finding`() {
    #expect(rows.count >= 50)
    #expect(Set(rows.map(\.finding)).count == rows.count)
  }

  @Test func `each finding names a test`() {
    for row in rows {
      #expect(!row.tests.isEmpty || !row.files.isEmpty, "\(row.finding)")
    }
  }

  @Test func `each test that is named is there`() throws {
    let folder = Self.tests.appending(path: "Findings")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let findings = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    for row in rows {
      for test in row.tests {
        let text =
          try test.file.map { try String(contentsOf: Self.tests.appending(path: "\($0).swift"), encoding: .utf8) }
          ?? findings
        let isThere = text.contains("func `\(test.name)`")
        #expect(isThere, "\(test.name), of: \(row.finding)")
      }
      for file in row.files {
        #expect(FileManager.default.fileExists(atPath: Self.tests.appending(path: "\(file).swift").path), "\(file)")
      }
    }
  }
}
