// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// Links at which whoever has them sees an album or a photo.
  static let version14 = """
    CREATE TABLE share_link (
      id BLOB NOT NULL PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES account (number),
      -- The SHA-256 of what is in the link's address; the address itself is nowhere.
      secret_hash BLOB NOT NULL UNIQUE,
      -- One of the two.
      album INTEGER REFERENCES album (number),
      photo INTEGER REFERENCES photo (number),
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      password_hash TEXT,
      allows_download INTEGER NOT NULL,
      shows_location INTEGER NOT NULL,
      visit_count INTEGER NOT NULL DEFAULT 0,
      visited_at INTEGER,
      CHECK ((album IS NULL) <> (photo IS NULL))
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX share_link_account ON share_link (account, id);
    CREATE INDEX share_link_album ON share_link (album) WHERE album IS NOT NULL;
    CREATE INDEX share_link_photo ON share_link (photo) WHERE photo IS NOT NULL;
    CREATE INDEX share_link_expiry ON share_link (expires_at);
    """
}
