// SPDX-License-Identifier: Apache-2.0

/// The finding of one check of the conformance kit.
struct Finding: Hashable, Sendable {
  /// An outcome of a check.
  enum Outcome: String, Sendable {
    /// The plugin behaves as it has to.
    case passed
    /// The plugin's behaviour is contained, but worth a look.
    case remark
    /// The plugin behaves as it must not.
    case failed
    /// The check was not made.
    case skipped
  }

  /// The name of the check.
  let check: String
  let outcome: Outcome
  /// The observation, in words.
  let detail: String

  /// The same finding with a remark made a failure, for checks that allow no remark.
  var strict: Finding { outcome == .remark ? Finding(check: check, outcome: .failed, detail: detail) : self }
}
