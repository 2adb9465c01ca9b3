// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

/// A limit on the log lines of refused requests and failed sign-ins, and the counts of the lines beyond it.
///
/// Each minute, a limited number of lines of each kind is written, and a fifth of that number for one address. A single
/// line for the minute then gives the counts of the others.
///
/// This is a pure value: callers pass all times, in nanoseconds of a clock that never goes back.
struct RefusalSummary: Sendable {
  /// A kind of refusal.
  enum Kind: CaseIterable, Sendable {
    /// Credentials that were wrong.
    case failedSignIns
    /// Requests without the credential that they need, or with a wrong one.
    case unauthorised
    /// Requests beyond a limit of their sender's.
    case tooMany
    /// Requests beyond what the service can bear.
    case unavailable
    /// Errors that caused responses of `503`.
    case overloads

    /// The field of the summary that counts it.
    var field: StaticString {
      switch self {
      case .failedSignIns: "failed_sign_ins"
      case .unauthorised: "answered_401"
      case .tooMany: "answered_429"
      case .unavailable: "answered_503"
      case .overloads: "errors_503"
      }
    }

    /// The kind of a response; `nil` where each is written.
    init?(status: Int) {
      switch status {
      case 401: self = .unauthorised
      case 429: self = .tooMany
      case 503: self = .unavailable
      default: return nil
      }
    }
  }

  /// The numbers of lines that were not written.
  struct Counts: Hashable, Sendable {
    /// The number of lines of each kind.
    var lines: [Kind: Int] = [:]
    /// The number of lines for each address, for the first 4,096 addresses of a minute.
    var addresses: [String: Int] = [:]
    /// The number of lines for all other addresses.
    var others = 0

    /// The address with most of them.
    var most: (address: String, count: Int)? {
      addresses.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { ($0.key, $0.value) }
    }
  }

  private struct Sender: Hashable {
    let kind: Kind
    let address: String
  }

  /// The time for which lines are counted together, in nanoseconds: one minute.
  static let interval: Int64 = 60_000_000_000
  private static let addressLimit = 4_096

  private let lineLimit: Int
  private var start: Int64 = .min
  private var written: [Kind: Int] = [:]
  private var writtenBySender: [Sender: Int] = [:]
  private var counts = Counts()

  /// Makes a summary of nothing.
  ///
  /// - Parameter lineLimit: The most lines of each kind that are written a minute, a fifth of them of one address.
  init(lineLimit: Int) { self.lineLimit = lineLimit }

  /// The time at which the counts are to be written, in nanoseconds; `nil` if nothing was counted.
  var due: Int64? { counts.lines.isEmpty ? nil : start + Self.interval }

  /// Returns `true` if the next line of a kind is to be written; otherwise, counts it.
  mutating func admits(_ kind: Kind, from address: String, at now: Int64) -> Bool {
    if counts.lines.isEmpty, start == .min || now >= start + Self.interval { begin(at: now) }
    let sender = Sender(kind: kind, address: address)
    let senderLimit = max(1, lineLimit / 5)
    if written[kind, default: 0] < lineLimit, writtenBySender[sender, default: 0] < senderLimit {
      written[kind, default: 0] += 1
      writtenBySender[sender, default: 0] += 1
      return true
    }
    counts.lines[kind, default: 0] += 1
    if counts.addresses[address] != nil || counts.addresses.count < Self.addressLimit {
      counts.addresses[address, default: 0] += 1
    } else {
      counts.others += 1
    }
    return false
  }

  /// Takes what was counted, where the minute is over or the log ends.
  mutating func take(at now: Int64, isEnd: Bool = false) -> Counts? {
    guard let due, now >= due || isEnd else { return nil }
    defer { begin(at: now) }
    return counts
  }

  private mutating func begin(at now: Int64) {
    start = now
    written = [:]
    writtenBySender = [:]
    counts = Counts()
  }
}

extension LogLine {
  /// The line that tells of a minute's refusals.
  init(_ counts: RefusalSummary.Counts, format: LogSink.Format, time: Timestamp) {
    self.init(format: format, level: .warning, message: "refusals were summarised", time: time)
    add("lines", counts.lines.values.reduce(0, +))
    for kind in RefusalSummary.Kind.allCases {
      if let count = counts.lines[kind] { add(kind.field, count) }
    }
    add("addresses", counts.addresses.count)
    if counts.others > 0 { add("lines_of_other_addresses", counts.others) }
    if let most = counts.most {
      add("most", most.address)
      add("lines_of_most", most.count)
    }
  }
}
