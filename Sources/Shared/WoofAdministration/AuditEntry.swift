// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// One entry of the audit log: that something was asked for, or what came of it.
package struct AuditEntry: Codable, Hashable, Sendable {
  /// The position of the entry in the log, from 1.
  package var number: Int64
  /// The time at which the entry was written.
  package var at: Timestamp
  /// The requester: an account's name, `unix:` and a user of the machine, or `woof` for the service itself.
  package var who: String
  /// The name of the requested action, as in `photos.delete`.
  package var action: String
  /// The subject of the action: a photo's id, or an account's name; empty for the whole service.
  package var subject: String
  /// The reason that the requester gave; `nil` if there was none.
  package var reason: String?
  /// Further parameters of the request, never a secret; `nil` if there are none.
  package var details: [String: JSONValue]?
  /// The number of the entry whose outcome this is; absent where this is what was asked for.
  package var outcomeOf: Int64?
  /// `done`, or the name of the problem; absent where this is what was asked for.
  package var outcome: String?
  /// The hash of the entry before this one.
  package var previous: Digest
  /// The hash of all members above.
  package var hash: Digest

  /// Makes an entry.
  package init(
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

/// The result of checking the audit log against its chain of hashes.
package struct AuditVerification: Codable, Hashable, Sendable {
  /// The number of entries that were proved.
  package var entryCount: Int64
  /// `true` if the whole log was proved.
  package var isWhole: Bool
  /// A description of the first fault and its place in the log; `nil` if there is none.
  package var problem: String?

  /// Makes a result.
  package init(entryCount: Int64, isWhole: Bool, problem: String? = nil) {
    self.entryCount = entryCount
    self.isWhole = isWhole
    self.problem = problem
  }
}
