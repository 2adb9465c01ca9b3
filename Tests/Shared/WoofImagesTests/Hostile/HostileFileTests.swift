// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofImages
import WoofModel

@testable import HostilePictures
@testable import TestKit

struct HostileFileTests {
  /// What became of the files of one kind.
  private struct Row {
    var outcome = ""
    var slowest = Duration.zero
    var greatestMemory = 0
  }

  private static let runSize = 65_536

  /// Inspects files as an upload would come, and measures it.
  private static func row(of files: HostileFiles, measuresMemory: Bool) -> Row {
    var row = Row()
    var (accepted, reasons) = (0, [String]())
    for number in 0..<files.count {
      let bytes = files.make(number)
      let before = measuresMemory ? ResidentMemory.resetPeak() : 0
      var verdict: Verdict?
      let time = ContinuousClock().measure { verdict = inspect(bytes, runs: runSize) }
      row.slowest = max(row.slowest, time)
      if measuresMemory { row.greatestMemory = max(row.greatestMemory, ResidentMemory.peak - before) }
      if let reason = verdict?.refusal?.reason { reasons.append(reason) } else { accepted += 1 }
    }
    row.outcome = HostileDocument.outcome(accepted: accepted, refusals: reasons)
    return row
  }

  @Test(arguments: HostileFiles.all)
  func `a hostile file gets its verdict, as the documentation says`(files: HostileFiles) throws {
    let row = Self.row(of: files, measuresMemory: false)
    switch files.outcome {
    case .accepted: #expect(row.outcome == "accepted")
    case .refused(""): #expect(row.outcome.hasPrefix("refused"))
    case .refused(let words): #expect(row.outcome.hasPrefix("refused") && row.outcome.contains(words))
    case .either: break
    }
    #expect(try HostileDocument.outcome(of: files, .arrival) == row.outcome, "run script/corpus")
  }

  @Test func `the documentation's table lists exactly these files`() throws {
    #expect(try HostileDocument.names() == HostileFiles.all.map(\.name), "run script/corpus")
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["WOOF_WRITE_HOSTILE_TABLE"] != nil))
  func `the documentation's table is written`() throws {
    let cells = HostileFiles.all.map { files in
      let row = Self.row(of: files, measuresMemory: true)
      return [row.outcome, HostileDocument.text(of: row.slowest), "\(row.greatestMemory)"]
    }
    try HostileDocument.write(cells, .arrival)
  }
}
