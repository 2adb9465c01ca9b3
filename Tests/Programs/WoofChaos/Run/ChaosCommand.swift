// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofCommandLine

/// Runs the whole of it once, and says what it found.
struct ChaosCommand: Command {
  static let name = "run"
  static let summary = "Uploads, downloads, likes and watches photos until all is done, and checks what is there then."

  let plan: ChaosPlan
  private let isJSON: Bool

  init(from reader: inout ArgumentReader) {
    var plan = ChaosPlan()
    plan.photoCount = reader.option("--photos", .integer(in: 1...100_000), default: plan.photoCount, "How many photos.")
    plan.accountCount = reader.option(
      "--accounts", .integer(in: 1...32), default: plan.accountCount, "How many accounts have and like them.")
    plan.width = reader.option("--width", .integer(in: 1...64), default: plan.width, "How many transfers at once.")
    plan.leastRestarts = reader.option(
      "--restarts", .integer(in: 0...10_000), default: plan.leastRestarts, "How often the service is killed at least.")
    plan.readDisturbances(from: &reader)
    plan.deadline =
      reader.option(
        "--deadline", .duration(in: .seconds(1)...(.seconds(86_400))), "When it has to be over; by default after 15 m.")
      ?? plan.deadline
    isJSON = reader.flag("--json", "Prints the report as JSON.")
    self.plan = plan
  }

  func run() async throws -> ExitCode {
    Watchdog.start(plan.deadline, keepsScratch: plan.keepsFailures)
    let report = try await ChaosRun(plan, in: scratch).run()
    print(isJSON ? try report.json() : report.text)
    if plan.keepsFailures, !report.complaints.isEmpty { scratch.keep() }
    return report.complaints.isEmpty ? .done : .failed
  }
}

/// The part of a plan that says how a service and its connections are disturbed.
protocol DisturbedPlan: Sendable {
  /// The path of the service's program.
  var woof: String { get set }
  /// About how long the service lives.
  var interval: Duration { get set }
  /// The number of bytes after which, in the mean, a connection is cut.
  var meanCut: Int { get set }
  /// The number of bytes of the longest photo.
  var longestPhoto: Int { get set }
  /// The beginning of all chance.
  var seed: UInt64 { get set }
  /// `true` if clients speak HTTP/2, over encrypted connections.
  var isHTTP2: Bool { get set }
  /// `true` if the folder of a run that went wrong is left for who looks for the reason.
  var keepsFailures: Bool { get set }
}

extension DisturbedPlan {
  /// Reads the options that say it.
  mutating func readDisturbances(from reader: inout ArgumentReader) {
    woof = reader.option("--woof", .text("FILE"), "The woof to run. By default the one beside this program.") ?? woof
    interval =
      reader.option(
        "--interval", .duration(in: .milliseconds(100)...(.seconds(600))),
        "How long the service lives about; by default 3 s.") ?? interval
    meanCut = reader.option(
      "--cut", .integer(in: 1_000...1_000_000_000), default: meanCut,
      "After how many bytes, in the mean, a connection is cut.")
    longestPhoto = reader.option(
      "--longest", .integer(in: 60_000...40_000_000), default: longestPhoto, "How many bytes the longest photo has.")
    seed = UInt64(reader.option("--seed", .integer(in: 0...Int.max), default: 1, "Where chance begins."))
    isHTTP2 = reader.flag("--http2", "Encrypts the connections, so that clients speak HTTP/2.")
    keepsFailures = reader.flag("--keep", "Leaves the folder of a run that went wrong, and says where it is.")
  }
}

/// What happens how often.
struct ChaosPlan: DisturbedPlan {
  var woof = "\(Self.programFolder)/woof"
  var photoCount = 500
  var accountCount = 4
  var width = 8
  var leastRestarts = 10
  var interval = Duration.seconds(3)
  var meanCut = 3_000_000
  var shortestPhoto = 50_000
  var longestPhoto = 3_000_000
  var seed: UInt64 = 1
  var isHTTP2 = false
  var keepsFailures = false
  var deadline = Duration.seconds(900)

  private static var programFolder: String {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
  }
}

/// Ends the program when it hangs.
enum Watchdog {
  static func start(_ deadline: Duration, keepsScratch: Bool) {
    let seconds = Double(deadline.components.seconds)
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: seconds)
      FileHandle.standardError.write(Data("hangs: not over after \(Int(seconds)) s\n".utf8))
      if keepsScratch { scratch.keep() } else { scratch.remove() }
      _exit(ExitCode.failed.rawValue)
    }
  }
}
