// SPDX-License-Identifier: Apache-2.0

/// The report of a check.
package struct StoreReport: Hashable, Sendable {
  /// The depth of the check. The report says nothing of what a deeper check would have looked at.
  package let depth: StoreCheck.Depth
  /// The faults found; of each rule, only the first ones up to a limit.
  package internal(set) var findings: [StoreCheck.Finding] = []
  /// The number of findings that were left out because their rule had reached its limit.
  package internal(set) var omittedCount = 0
  /// The number of blobs that were examined.
  package internal(set) var blobCount = 0
  /// The total size of these blobs in bytes.
  package internal(set) var blobByteCount: Int64 = 0
  /// The number of files among the blobs that no photo needs. They are no finding: beside a running service, uploads
  /// that are not recorded yet are among them, and the service removes what is left over once a day.
  package internal(set) var orphanCount = 0
  /// Blobs that were moved aside because they were damaged.
  package internal(set) var quarantined: [String] = []

  /// The number of findings kept for each rule.
  private var counts: [String: Int] = [:]

  /// A report of a check that has found nothing yet.
  init(depth: StoreCheck.Depth) { self.depth = depth }

  /// `true` if the check found nothing wrong, as far as its ``depth`` goes.
  package var isSound: Bool { findings.isEmpty }

  /// Notes something wrong, unless much of the kind is noted already.
  mutating func note(_ finding: StoreCheck.Finding, limit: Int) {
    guard counts[finding.rule, default: 0] < limit else {
      omittedCount += 1
      return
    }
    counts[finding.rule, default: 0] += 1
    findings.append(finding)
  }
}
