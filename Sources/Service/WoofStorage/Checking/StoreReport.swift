// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// The report of a check.
package struct StoreReport: Hashable, Sendable {
  /// The depth of the check. The report says nothing of what a deeper check would have looked at.
  package let depth: StoreCheck.Depth
  /// The faults found; of each rule, only the first ones up to a limit.
  package var findings: [StoreCheck.Finding] = []
  /// The number of findings that were left out because their rule had reached its limit.
  package var omittedCount = 0
  /// The number of blobs that were examined.
  package var blobCount = 0
  /// The total size of these blobs in bytes.
  package var blobByteCount: Int64 = 0
  /// The number of files among the blobs that no photo needs. They are no finding: beside a running service, uploads
  /// that are not recorded yet are among them, and the service removes what is left over once a day.
  package var orphanCount = 0
  /// Blobs that were moved aside because they were damaged.
  package var quarantined: [String] = []

  /// The number of findings kept for each rule.
  private var counts: [String: Int] = [:]

  /// A report of a check that has found nothing yet.
  package init(depth: StoreCheck.Depth) { self.depth = depth }

  /// `true` if the check found nothing wrong, as far as its ``depth`` goes.
  package var isSound: Bool { findings.isEmpty }

  /// Notes something wrong, unless much of the kind is noted already.
  package mutating func note(_ finding: StoreCheck.Finding, limit: Int) {
    guard counts[finding.rule, default: 0] < limit else {
      omittedCount += 1
      return
    }
    counts[finding.rule, default: 0] += 1
    findings.append(finding)
  }
}

extension StoreReport {
  /// The report as the result of a job.
  package var json: JSONValue {
    let findings = findings.map { finding in
      JSONValue.object(["rule": .string(finding.rule), "subject": .string(finding.subject)])
    }
    return .object([
      "depth": .string(depth.rawValue), "isSound": .bool(isSound), "blobCount": .integer(Int64(blobCount)),
      "blobByteCount": .integer(blobByteCount), "orphanCount": .integer(Int64(orphanCount)),
      "findings": .array(findings), "omittedCount": .integer(Int64(omittedCount)),
      "quarantined": .array(quarantined.map { .string($0) }),
    ])
  }
}
