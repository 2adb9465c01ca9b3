// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// A request for an action, as the audit log keeps it.
public struct AuditRequest: Hashable, Sendable {
  /// The requester: an account's name, or `unix:` and a user of the machine.
  public var who: String
  /// The name of the requested action, as in `photos.delete`.
  public var action: String
  /// The subject of the action; empty for the whole service.
  public var subject: String
  /// The reason that the requester gave; `nil` if there was none.
  public var reason: String?
  /// Further parameters of the request; never a secret.
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
