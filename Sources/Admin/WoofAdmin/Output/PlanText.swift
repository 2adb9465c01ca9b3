// SPDX-License-Identifier: Apache-2.0

import WoofAdministration
import WoofCommandLine
import WoofModel

/// The text of a plan: the change that would be made, and whether it can be taken back.
enum PlanText {
  /// Returns the plan as a line with its end.
  static func text(_ plan: AdminPlan) -> String {
    let counts = [
      plan.photoCount > 0 ? "\(ShortText.count(plan.photoCount)) photo\(plan.photoCount == 1 ? "" : "s")" : nil,
      plan.accountCount > 0 ? "\(ShortText.count(plan.accountCount)) account\(plan.accountCount == 1 ? "" : "s")" : nil,
      plan.byteCount > 0 ? ShortText.bytes(plan.byteCount) : nil,
    ].compactMap(\.self)
    let size = counts.isEmpty ? "" : " (\(counts.joined(separator: ", ")))"
    let end = plan.reversibleUntil.map { " until \(ShortText.moment($0))" } ?? ""
    let reversal = plan.isReversible ? "It can be taken back\(end)." : "It cannot be taken back."
    return "Plan: \(plan.summary.printable)\(size). \(reversal)\n"
  }
}
