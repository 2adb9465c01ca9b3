// SPDX-License-Identifier: Apache-2.0

/// Looks for the fewest steps of a plan that still make its history fail, by leaving out ever smaller parts of it (A. Zeller,
/// R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE TSE 28(2), 2002).
struct PlanShrinking {
  /// The most histories that are run for it.
  var limit = 400
  /// Returns `true` if the history of a plan fails.
  let fails: (HistoryPlan) -> Bool

  /// The smallest plan that was found.
  func smallest(of plan: HistoryPlan) -> HistoryPlan {
    var (smallest, left) = (plan, limit)
    var part = max(1, smallest.steps.count / 2)
    while left > 0 {
      let before = smallest.steps.count
      smallest = without(parts: part, of: smallest, &left)
      guard smallest.steps.count < before || part > 1 else { return smallest }
      part = max(1, part / 2)
    }
    return smallest
  }

  /// Leaves out each part of so many steps that is not needed.
  private func without(parts size: Int, of plan: HistoryPlan, _ left: inout Int) -> HistoryPlan {
    var plan = plan
    var start = 0
    while start < plan.steps.count, left > 0 {
      var candidate = plan
      candidate.steps.removeSubrange(start..<min(start + size, plan.steps.count))
      left -= 1
      if fails(candidate) { plan = candidate } else { start += size }
    }
    return plan
  }
}
