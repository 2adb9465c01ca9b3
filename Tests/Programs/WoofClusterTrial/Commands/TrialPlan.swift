// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofCommandLine

/// The extent of a trial in which accounts use a service while parts of it fail.
struct TrialPlan: Sendable {
  /// The path of the command that is tried.
  let woof: String
  let roundCount: Int
  let seed: UInt64
  /// The number of things that each account does in a round, or after a move.
  let stepCount: Int
  let accountCount: Int
  /// The most failures of a round, or of a move.
  let mishapCount: Int

  /// Reads the options of a command.
  ///
  /// - Parameter stepCount: The default of `--steps`.
  init(from reader: inout ArgumentReader, stepCount: Int) {
    woof = WoofProgram.option(from: &reader)
    roundCount = reader.option("--rounds", .integer(in: 1...1_000_000), default: 100, "How many rounds.")
    seed = UInt64(reader.option("--seed", .integer(in: 0...Int.max), default: 1, "Where chance begins."))
    self.stepCount = reader.option(
      "--steps", .integer(in: 1...100_000), default: stepCount, "How much each account does in a round.")
    accountCount = reader.option("--accounts", .integer(in: 1...32), default: 4, "How many accounts there are.")
    mishapCount = reader.option(
      "--mishaps", .integer(in: 0...100), default: 3, "How many failures there are in a round, at most.")
  }
}

/// The woof that is tried.
enum WoofProgram {
  /// Reads the option that names it; by default it is the one beside this program.
  static func option(from reader: inout ArgumentReader) -> String {
    let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
    return reader.option("--woof", .text("FILE"), "The woof to run. By default the one beside this program.")
      ?? "\(folder)/woof"
  }
}
