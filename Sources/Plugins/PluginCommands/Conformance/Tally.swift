import WoofCore

/// The number of jobs with each outcome, and the first failure.
struct Tally {
  private(set) var accepted = 0
  private(set) var refused = 0
  /// The number of jobs that were stopped at a limit, which contains them.
  private(set) var limited = 0
  /// The first failure, with the name of its case; `nil` if there is none.
  private(set) var fault: String?

  mutating func add(_ outcome: PictureOutcome, of name: String) {
    switch outcome {
    case .accepted: accepted += 1
    case .refused: refused += 1
    case .failed(let failure) where failure.reason == .limitExceeded: limited += 1
    case .failed(let failure): fault = fault ?? "\(name): \(failure.reason): \(failure.detail)"
    }
  }

  /// The numbers in words, without those that are 0.
  var description: String {
    let parts = [(accepted, "accepted"), (refused, "refused"), (limited, "stopped at a limit")]
    return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  /// Returns the numbers as a finding: failed if there is a fault, a remark if jobs were stopped at a limit.
  func finding(_ check: String) -> Finding {
    if let fault { return Finding(check: check, outcome: .failed, detail: fault) }
    return Finding(check: check, outcome: limited > 0 ? .remark : .passed, detail: description)
  }
}
