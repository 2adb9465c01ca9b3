import Foundation
import Testing
import WoofImages

struct HostileFileTests {
  @Test(arguments: HostileFiles.all)
  func `a hostile file gets the verdict that is due to it`(files: HostileFiles) {
    for number in 0..<files.count {
      let verdict = inspect(files.make(number), runs: 65_536)
      switch files.outcome {
      case .accepted: #expect(verdict.refusal == nil)
      case .refused(let words): #expect(verdict.isRefused(because: words), "\(verdict)")
      case .either: break
      }
    }
  }

  @Test func `the documentation's table says what becomes of each`() throws {
    let rows = HostileFiles.all.map { ($0, HostileTable.row(of: $0)) }
    if ProcessInfo.processInfo.environment["WOOF_WRITE_HOSTILE_TABLE"] != nil {
      let lines = rows.map { HostileTable.line(of: $0, $1) }.joined(separator: "\n")
      try Data((HostileTable.introduction + lines + "\n").utf8).write(to: HostileTable.path)
    }
    let table = try String(contentsOf: HostileTable.path, encoding: .utf8)
    let lines = table.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    #expect(lines.count == rows.count, "run script/corpus")
    for (line, row) in zip(lines, rows) { #expect(line.hasPrefix(HostileTable.start(of: row.0, row.1))) }
  }
}
