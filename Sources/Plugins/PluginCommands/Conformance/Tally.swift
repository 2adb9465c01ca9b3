import WoofCore

/// How many jobs ended in which way, and the first that must not have.
struct Tally {
  private(set) var accepted = 0
  private(set) var refused = 0
  /// Stopped at a limit, which contains them.
  private(set) var limited = 0
  /// What went wrong first, where something did.
  private(set) var fault: String?

  mutating func add(_ outcome: PictureOutcome, of name: String) {
    switch outcome {
    case .accepted: accepted += 1
    case .refused: refused += 1
    case .failed(let failure) where failure.reason == .limitExceeded: limited += 1
    case .failed(let failure): fault = fault ?? "\(name): \(failure.reason): \(failure.detail)"
    }
  }

  /// In words.
  var description: String {
    let parts = [(accepted, "accepted"), (refused, "refused"), (limited, "stopped at a limit")]
    return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  /// As a finding.
  func finding(_ check: String) -> Finding {
    if let fault { return Finding(check: check, outcome: .failed, detail: fault) }
    return Finding(check: check, outcome: limited > 0 ? .remark : .passed, detail: description)
  }
}
