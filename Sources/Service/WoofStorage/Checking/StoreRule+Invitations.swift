// SPDX-License-Identifier: Apache-2.0

extension StoreRule {
  /// The promises of invitations.
  static var invitations: [StoreRule] {
    [
      StoreRule(
        "nobody is invited by a deleted account",
        """
        SELECT name FROM account
        WHERE deleted_at IS NOT NULL AND number IN (SELECT account FROM invitation)
        """),
      StoreRule(
        "no invitation has let in more than it may",
        """
        SELECT hex(id) || ' is for ' || use_limit || ' and let in ' || counted FROM (
          SELECT id, use_limit, (SELECT count(*) FROM invitation_use WHERE invitation = invitation.id) AS counted
          FROM invitation)
        WHERE counted > use_limit
        """),
      StoreRule(
        "nobody came by two invitations",
        """
        SELECT name FROM invitation_use JOIN account ON account.number = invitation_use.account
        GROUP BY account.number HAVING count(*) > 1
        """),
    ]
  }

  /// The statements that make good what breaks the promises of invitations: those that cannot be right let nobody in.
  static let repairOfInvitations = """
    DELETE FROM invitation_use WHERE invitation NOT IN (SELECT id FROM invitation)
      OR account NOT IN (SELECT number FROM account);

    DELETE FROM invitation
      WHERE account NOT IN (SELECT number FROM account WHERE deleted_at IS NULL)
        OR use_limit < (SELECT count(*) FROM invitation_use WHERE invitation = invitation.id)
        OR id IN (
          SELECT invitation FROM invitation_use
          WHERE account IN (SELECT account FROM invitation_use GROUP BY account HAVING count(*) > 1));
    """
}
