// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// Invitations to sign up, and who came by them.
  static let version21 = """
    CREATE TABLE invitation (
      id BLOB NOT NULL PRIMARY KEY,
      -- The one that invites.
      account INTEGER NOT NULL REFERENCES account (number),
      -- The SHA-256 of what is in the invitation's address; the address itself is nowhere.
      secret_hash BLOB NOT NULL UNIQUE,
      -- Empty where there is none.
      note TEXT NOT NULL,
      -- The number of accounts that may be added.
      use_limit INTEGER NOT NULL CHECK (use_limit > 0),
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX invitation_account ON invitation (account, id);
    CREATE INDEX invitation_expiry ON invitation (expires_at);

    -- The accounts that were added. A deleted one stays here, so that it counts.
    CREATE TABLE invitation_use (
      invitation BLOB NOT NULL REFERENCES invitation (id),
      account INTEGER NOT NULL REFERENCES account (number),
      PRIMARY KEY (invitation, account)
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER invitation_removed AFTER DELETE ON invitation BEGIN
      DELETE FROM invitation_use WHERE invitation = OLD.id;
    END;
    """
}
