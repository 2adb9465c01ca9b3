// SPDX-License-Identifier: Apache-2.0

/// The rules of an installation for who may add an account without an administrator, and who may invite others to.
package struct SignUpPolicy: Hashable, Sendable {
  /// A rule for who may sign up. The words are those of the configuration and of the wire contract.
  package enum Rule: String, CaseIterable, Sendable {
    /// Nobody may.
    case off
    /// Whoever has an invitation may.
    case invitation
    /// Whoever reaches the service may.
    case open
  }

  /// A rule for who may make invitations. The words are those of the configuration.
  package enum Inviters: String, CaseIterable, Sendable {
    /// Accounts that administer the service.
    case administrators
    /// Every account.
    case members
  }

  /// The rule for who may sign up.
  package var rule: Rule
  /// The rule for who may make invitations, where signing up takes one.
  package var inviters: Inviters

  /// Makes a policy; by default nobody may sign up, and administrators are those who would invite.
  package init(_ rule: Rule = .off, inviters: Inviters = .administrators) {
    self.rule = rule
    self.inviters = inviters
  }

  /// Returns `true` if an account may make invitations.
  package func admitsInviter(isAdministrator: Bool) -> Bool {
    rule == .invitation && (inviters == .members || isAdministrator)
  }
}
