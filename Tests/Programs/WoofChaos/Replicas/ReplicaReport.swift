// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a run of replicas has come to.
struct ReplicaReport: Codable, Sendable {
  var deviceCount: Int
  var accountCount: Int
  var seed: UInt64
  /// The time in which the devices edited, and that until all were in step.
  var editSeconds = 0.0
  var seconds = 0.0
  /// The number of edits that were durable on a device, by what they set.
  var edits: [String: Int] = [:]
  /// The number of edits that waited when the devices had ended.
  var waitingCount = 0
  /// The number of edits that the service refused, with good reason.
  var refusedCount = 0
  var serviceKillCount = 0
  var deviceKillCount = 0
  /// How often a replica was opened.
  var openCount = 0
  var photoCount = 0
  var connections = 0
  var cuts = 0
  var bytesUp: Int64 = 0
  /// What is not as it should be.
  var complaints: [String] = []

  init(_ plan: ReplicaPlan) {
    deviceCount = plan.deviceCount
    accountCount = plan.accountCount
    seed = plan.seed
  }

  mutating func take(_ counts: CuttingProxy.Counts) {
    (connections, cuts, bytesUp) = (counts.connections, counts.cuts, counts.bytesUp)
  }

  mutating func take(_ expected: ExpectedEdits) {
    for (field, count) in expected.counts { edits[field.rawValue, default: 0] += count }
    openCount += expected.openCount
  }

  /// For people.
  var text: String {
    let kinds = edits.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    let total = edits.values.reduce(0, +)
    var lines = [
      "\(deviceCount) devices of \(accountCount) accounts edited for \(Int(editSeconds)) s, from chance \(seed)",
      "\(total) edits were durable (\(kinds)); \(waitingCount) waited at the end, \(refusedCount) were refused",
      "the service was killed \(serviceKillCount) times, devices \(deviceKillCount) times; replicas were opened "
        + "\(openCount) times",
      String(
        format: "of %d connections, %d were cut; %.0f MB went up; %d photos are there after %d s", connections, cuts,
        Double(bytesUp) / 1e6, photoCount, Int(seconds)),
    ]
    lines += complaints.prefix(50).map { "WRONG: \($0)" }
    lines.append(
      complaints.isEmpty ? "all are in step, and every edit is there once" : "\(complaints.count) complaints")
    return lines.joined(separator: "\n")
  }

  /// For programs.
  func json() throws -> String { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
}
