// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// A request for an action, as the audit log keeps it.
package struct AuditRequest: Hashable, Sendable {
  /// The requester: an account's name, or `unix:` and a user of the machine.
  package var who: String
  /// The name of the requested action, as in `photos.delete`.
  package var action: String
  /// The subject of the action; empty for the whole service.
  package var subject: String
  /// The reason that the requester gave; `nil` if there was none.
  package var reason: String?
  /// Further parameters of the request; never a secret.
  package var details: [String: JSONValue]

  /// Makes a request.
  package init(
    who: String, action: String, subject: String = "", reason: String? = nil, details: [String: JSONValue] = [:]
  ) {
    self.who = who
    self.action = action
    self.subject = subject
    self.reason = reason
    self.details = details
  }
}
