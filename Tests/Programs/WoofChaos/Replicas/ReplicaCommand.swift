// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofCommandLine

/// Runs replicas on several devices once, and says what it found.
struct ReplicaCommand: Command {
  static let name = "replicas"
  static let summary =
    "Edits photos on several devices with replicas that are killed as well, and compares them at the end."
  static let discussion = """
    Each device is a process with a replica of its own, which likes, edits, uploads and deletes at random, also without a \
    network. The service, the devices and connections are killed all the time. At the end all replicas are brought in step: \
    no edit may wait but those that the service refuses with good reason, each replica must have exactly what its account \
    sees, and the service must have every edit that a device was told to be durable, once.
    """

  let plan: ReplicaPlan
  private let isJSON: Bool

  init(from reader: inout ArgumentReader) {
    var plan = ReplicaPlan()
    plan.deviceCount = reader.option(
      "--devices", .integer(in: 1...32), default: plan.deviceCount, "How many devices there are.")
    plan.accountCount = reader.option(
      "--accounts", .integer(in: 1...32), default: plan.accountCount, "How many accounts have them.")
    plan.duration =
      reader.option("--for", .duration(in: .seconds(1)...(.seconds(86_400))), "How long they edit; by default 60 s.")
      ?? plan.duration
    plan.deviceInterval =
      reader.option(
        "--device-interval", .duration(in: .milliseconds(100)...(.seconds(600))),
        "How long a device lives about; by default 10 s.") ?? plan.deviceInterval
    plan.readDisturbances(from: &reader)
    plan.deadline =
      reader.option(
        "--deadline", .duration(in: .seconds(1)...(.seconds(86_400))),
        "When it has to be over; by default 10 m after the devices have ended.") ?? plan.duration + .seconds(600)
    isJSON = reader.flag("--json", "Prints the report as JSON.")
    self.plan = plan
  }

  func run() async throws -> ExitCode {
    Watchdog.start(plan.deadline, keepsScratch: plan.keepsFailures)
    let report = try await ReplicaRun(plan, in: scratch).run()
    print(isJSON ? try report.json() : report.text)
    if plan.keepsFailures, !report.complaints.isEmpty { scratch.keep() }
    return report.complaints.isEmpty ? .done : .failed
  }
}

/// What happens how often to devices and their service.
struct ReplicaPlan: DisturbedPlan {
  var woof = ChaosPlan().woof
  var deviceCount = 4
  var accountCount = 2
  var duration = Duration.seconds(60)
  var interval = Duration.seconds(3)
  var deviceInterval = Duration.seconds(10)
  var meanCut = 3_000_000
  var longestPhoto = 3_000_000
  var seed: UInt64 = 1
  var isHTTP2 = false
  var keepsFailures = false
  var deadline = Duration.seconds(660)
  /// The photos that all devices know from the beginning, and that stay public.
  var parkCount = 60
}

/// Is a device, as the process that is killed.
struct DeviceCommand: Command {
  static let name = "device"
  static let summary = "Edits photos of a replica at random until it is killed; used by replicas."

  private let place: DevicePlace

  init(from reader: inout ArgumentReader) {
    place = DevicePlace(
      number: reader.option("--number", .integer(in: 0...1_000), default: 0, "The number of the device."),
      account: reader.option("--account", .text("NAME"), "Whose device it is.") ?? "dog0",
      share: reader.option("--share", .integer(in: 0...1_000), default: 0, "Its number among those of the account."),
      shareCount: reader.option("--shares", .integer(in: 1...1_000), default: 1, "How many the account has."),
      service: ServicePlace(
        port: UInt16(reader.option("--port", .integer(in: 1...65_535), default: 9663, "The port of the service.")),
        authority: reader.option("--authority", .text("FILE"), "Its certificate, where connections are encrypted.").map
        {
          URL(fileURLWithPath: $0)
        }),
      longestPhoto: reader.option(
        "--longest", .integer(in: 60_000...40_000_000), default: 3_000_000, "How many bytes the longest photo has."),
      seed: UInt64(reader.option("--seed", .integer(in: 0...Int.max), default: 1, "Where chance begins.")),
      folder: URL(fileURLWithPath: reader.argument("FOLDER", "Where its files are.")))
  }

  func run() async throws -> ExitCode {
    try await Device(place).run()
    return .done
  }
}
