public import WoofModel

/// What somebody asks for, as the audit log keeps it.
public struct AuditRequest: Hashable, Sendable {
  /// Who asks.
  public var who: String
  /// What for, as `photos.delete`.
  public var action: String
  /// What of; empty where that is the whole service.
  public var subject: String
  /// Why, where a reason was given.
  public var reason: String?
  /// What else was asked for; never a secret.
  public var details: [String: JSONValue]

  /// Makes a request.
  public init(
    who: String, action: String, subject: String = "", reason: String? = nil, details: [String: JSONValue] = [:]
  ) {
    self.who = who
    self.action = action
    self.subject = subject
    self.reason = reason
    self.details = details
  }
}
