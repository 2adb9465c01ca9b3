// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a run has come to.
struct ChaosReport: Codable, Sendable {
  var photoCount: Int
  var accountCount: Int
  var seed: UInt64
  var restartCount = 0
  var seconds = 0.0
  var connections = 0
  var cuts = 0
  var bytesUp: Int64 = 0
  var bytesDown: Int64 = 0
  var events = 0
  var gaps = 0
  /// What is not as it should be.
  var complaints: [String] = []

  init(_ plan: ChaosPlan) {
    photoCount = plan.photoCount
    accountCount = plan.accountCount
    seed = plan.seed
  }

  mutating func take(_ counts: CuttingProxy.Counts, _ watch: EventWatch) {
    (connections, cuts, bytesUp, bytesDown) = (counts.connections, counts.cuts, counts.bytesUp, counts.bytesDown)
    (events, gaps) = watch.totals
  }

  /// For people.
  var text: String {
    let megabytes = { (count: Int64) in String(format: "%.0f MB", Double(count) / 1e6) }
    var lines = [
      "\(photoCount) photos of \(accountCount) accounts in \(Int(seconds)) s, from chance \(seed)",
      "the service was killed \(restartCount) times; of \(connections) connections, \(cuts) were cut",
      "\(megabytes(bytesUp)) went up, \(megabytes(bytesDown)) came down; \(events) events, \(gaps) gaps",
    ]
    lines += complaints.prefix(50).map { "WRONG: \($0)" }
    lines.append(complaints.isEmpty ? "all is as it should be" : "\(complaints.count) complaints")
    return lines.joined(separator: "\n")
  }

  /// For programs.
  func json() throws -> String { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
}
