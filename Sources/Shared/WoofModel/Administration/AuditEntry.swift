/// One entry of the audit log: that something was asked for, or what came of it.
public struct AuditEntry: Codable, Hashable, Sendable {
  /// The number, from 1.
  public var number: Int64
  /// When.
  public var at: Timestamp
  /// Who asked: an account's name, or `unix:` and a user of the machine.
  public var who: String
  /// What was asked for, as `photos.delete`.
  public var action: String
  /// What it was asked for of: a photo's id, an account's name; empty where that is the whole service.
  public var subject: String
  /// Why, where a reason was given.
  public var reason: String?
  /// What else was asked for; never a secret.
  public var details: [String: JSONValue]?
  /// The number of the entry whose outcome this is; absent where this is what was asked for.
  public var outcomeOf: Int64?
  /// `done`, or the name of the problem; absent where this is what was asked for.
  public var outcome: String?
  /// The hash of the entry before this one.
  public var previous: Digest
  /// The hash of all members above.
  public var hash: Digest

  /// Makes an entry.
  public init(
    number: Int64, at: Timestamp, who: String, action: String, subject: String, reason: String? = nil,
    details: [String: JSONValue]? = nil, outcomeOf: Int64? = nil, outcome: String? = nil, previous: Digest, hash: Digest
  ) {
    self.number = number
    self.at = at
    self.who = who
    self.action = action
    self.subject = subject
    self.reason = reason
    self.details = details
    self.outcomeOf = outcomeOf
    self.outcome = outcome
    self.previous = previous
    self.hash = hash
  }
}

/// Whether the audit log is as it was written.
public struct AuditVerification: Codable, Hashable, Sendable {
  /// How many entries are proved.
  public var entryCount: Int64
  /// Whether that is all of them.
  public var isWhole: Bool
  /// What is wrong, and where; absent where nothing is.
  public var problem: String?

  /// Makes a result.
  public init(entryCount: Int64, isWhole: Bool, problem: String? = nil) {
    self.entryCount = entryCount
    self.isWhole = isWhole
    self.problem = problem
  }
}
