// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofS3

// Measures WoofS3 beside curl, which sends the same bytes with the same fields to the same store.
//
//   WoofS3Bench            uploads and downloads of 16 KB, 2 MB and 64 MB, one and four at a time
//   WoofS3Bench --rounds N rounds of each, of which the median counts; 5 by default
//
// The store is OpenStack Swift, which it starts by itself.
var rounds = 5
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--rounds", let count = Int(CommandLine.arguments[2]) {
  rounds = max(1, count)
} else if CommandLine.arguments.count > 1 {
  print("Usage: WoofS3Bench [--rounds N]")
  exit(2)
}

let engine = try BenchEngine()
print("case\tcurl MB/s\tWoofS3 MB/s\tratio\tCPU ms per MB")
for load in BenchLoad.all {
  let race = try await BenchRace(load, engine)
  let result = try await race.run(rounds: rounds)
  print(result.line)
}
print("most memory: \(ProcessUse.peakKilobytes / 1024) MB")
engine.end()
