// SPDX-License-Identifier: Apache-2.0

extension PostgresSchema {
  /// The invitations to sign up.
  static let invitations = [
    """
    CREATE TABLE invitation (
      id bytea PRIMARY KEY,
      -- The one that invites.
      account int8 NOT NULL REFERENCES account (number),
      -- The SHA-256 of what is in the invitation's address; the address itself is nowhere.
      secret_hash bytea NOT NULL UNIQUE,
      -- Empty where there is none.
      note text NOT NULL,
      -- The number of accounts that may be added.
      use_limit int8 NOT NULL CHECK (use_limit > 0),
      created_at int8 NOT NULL,
      expires_at int8 NOT NULL
    )
    """,
    "CREATE INDEX invitation_account ON invitation (account, id)",
    "CREATE INDEX invitation_expiry ON invitation (expires_at)",
    // The accounts that were added. A deleted one stays here, so that it counts.
    """
    CREATE TABLE invitation_use (
      invitation bytea NOT NULL REFERENCES invitation (id) ON DELETE CASCADE,
      account int8 NOT NULL REFERENCES account (number),
      PRIMARY KEY (invitation, account)
    )
    """,
  ]
}
