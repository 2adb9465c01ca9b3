/// What a check of the conformance kit has found.
struct Finding: Hashable, Sendable {
  /// How a check ended.
  enum Outcome: String, Sendable {
    /// As it has to be.
    case passed
    /// Contained, but to be looked at.
    case remark
    /// As it must not be.
    case failed
    /// Not made.
    case skipped
  }

  /// What was checked.
  let check: String
  let outcome: Outcome
  /// What was seen, in words.
  let detail: String

  /// The same, for what must not even call for a remark.
  var strict: Finding { outcome == .remark ? Finding(check: check, outcome: .failed, detail: detail) : self }
}
