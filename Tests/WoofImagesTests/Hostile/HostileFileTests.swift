import Foundation
import Testing
import WoofImages

struct HostileFileTests {
  @Test(arguments: HostileFiles.all)
  func `a hostile file gets the verdict that is due to it, and the documentation says so`(files: HostileFiles) throws {
    let row = HostileTable.row(of: files, measuresMemory: false)
    switch files.outcome {
    case .accepted: #expect(row.outcome == "accepted")
    case .refused(""): #expect(row.outcome.hasPrefix("refused"))
    case .refused(let words): #expect(row.outcome.hasPrefix("refused") && row.outcome.contains(words))
    case .either: break
    }
    #expect(try HostileTable.lines.contains { $0.hasPrefix(HostileTable.start(of: files, row)) }, "run script/corpus")
  }

  @Test func `the documentation's table has these files and no others`() throws {
    let names = try HostileTable.lines.map { $0.split(separator: " | ")[0].dropFirst(2) }
    #expect(names == HostileFiles.all.map { $0.name[...] }, "run script/corpus")
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["WOOF_WRITE_HOSTILE_TABLE"] != nil))
  func `the documentation's table is written`() throws { try HostileTable.write() }
}
