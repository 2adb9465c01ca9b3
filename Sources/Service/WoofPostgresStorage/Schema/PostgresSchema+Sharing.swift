// SPDX-License-Identifier: Apache-2.0

extension PostgresSchema {
  /// Albums, share links with their guests, and the places of all these in the change log.
  static let sharing = albums + links + losses

  private static let albums = [
    """
    CREATE TABLE album (
      number int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      id bytea NOT NULL UNIQUE,
      owner int8 NOT NULL REFERENCES account (number),
      title text NOT NULL,
      visibility int8 NOT NULL,
      -- The number of the photo that the owner chose; NULL for the first.
      cover int8,
      created_at int8 NOT NULL,
      version int8 NOT NULL DEFAULT 1,
      -- Grows with every change on which it depends who may do what: of the visibility and of contributors.
      revision int8 NOT NULL DEFAULT 1,
      -- The position of the newest change; 0 until the end of the transaction that makes it.
      sequence int8 NOT NULL DEFAULT 0,
      -- A deleted album goes step by step.
      is_deleted bool NOT NULL DEFAULT false,
      -- The attempts that made it and that changed it last.
      first_mark bytea NOT NULL,
      mark bytea NOT NULL
    )
    """,
    "CREATE INDEX album_listed ON album (id) WHERE visibility = 0 AND NOT is_deleted",
    "CREATE INDEX album_owned ON album (owner, id) WHERE NOT is_deleted",
    "CREATE INDEX album_cover ON album (cover) WHERE cover IS NOT NULL",
    "CREATE INDEX album_deleted ON album (number) WHERE is_deleted",
    "CREATE INDEX album_changed ON album (sequence)",
    // The accounts that add to an album besides its owner.
    """
    CREATE TABLE album_contributor (
      album int8 NOT NULL,
      account int8 NOT NULL,
      -- As of the album, so that an account's list of albums is read in its order.
      album_id bytea NOT NULL,
      PRIMARY KEY (album, account)
    )
    """,
    "CREATE INDEX album_contributor_account ON album_contributor (account, album_id)",
    // The photos of albums. Owner and access are those of the photo; access: 0 for who may read the album, 1 for the owner
    // of the photo, 2 for nobody, as it is deleted.
    """
    CREATE TABLE album_photo (
      album int8 NOT NULL,
      photo int8 NOT NULL,
      place int8 NOT NULL,
      owner int8 NOT NULL,
      access int8 NOT NULL,
      -- The name of the guest who added the photo; NULL where an account did.
      guest_name text,
      PRIMARY KEY (album, photo)
    )
    """,
    "CREATE INDEX album_photo_order ON album_photo (album, place)",
    "CREATE INDEX album_photo_open ON album_photo (album, place) WHERE access = 0",
    "CREATE INDEX album_photo_hidden ON album_photo (album, owner, place) WHERE access = 1",
    "CREATE INDEX album_photo_albums ON album_photo (photo)",
  ]

  private static let links = [
    """
    CREATE TABLE share_link (
      id bytea PRIMARY KEY,
      account int8 NOT NULL REFERENCES account (number),
      -- The SHA-256 of what is in the link's address; the address itself is nowhere.
      secret_hash bytea NOT NULL UNIQUE,
      -- One of the two.
      album int8,
      photo int8,
      created_at int8 NOT NULL,
      expires_at int8 NOT NULL,
      password_hash text,
      allows_download bool NOT NULL,
      allows_likes bool NOT NULL,
      allows_adding bool NOT NULL,
      shows_location bool NOT NULL,
      visit_count int8 NOT NULL DEFAULT 0,
      visited_at int8,
      -- The number of rows of guest_like, so that nobody has to count them.
      like_count int8 NOT NULL DEFAULT 0,
      -- The latest day on which photos came, in days since 1970, how many, and the number of their bytes.
      intake_day int8 NOT NULL DEFAULT 0,
      intake_photo_count int8 NOT NULL DEFAULT 0,
      intake_byte_count int8 NOT NULL DEFAULT 0,
      sequence int8 NOT NULL DEFAULT 0,
      CHECK ((album IS NULL) <> (photo IS NULL)),
      CHECK (NOT allows_adding OR album IS NOT NULL)
    ) WITH (fillfactor = 80)
    """,
    "CREATE INDEX share_link_account ON share_link (account, id)",
    "CREATE INDEX share_link_album ON share_link (album) WHERE album IS NOT NULL",
    "CREATE INDEX share_link_photo ON share_link (photo) WHERE photo IS NOT NULL",
    "CREATE INDEX share_link_expiry ON share_link (expires_at)",
    "CREATE INDEX share_link_changed ON share_link (account, sequence)",
    "CREATE INDEX share_link_unnumbered ON share_link (id) WHERE sequence = 0",
    """
    CREATE TABLE link_guest (
      number int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      id bytea NOT NULL UNIQUE,
      link bytea NOT NULL REFERENCES share_link (id) ON DELETE CASCADE,
      name text NOT NULL,
      created_at int8 NOT NULL
    )
    """,
    "CREATE INDEX link_guest_link ON link_guest (link)",
    // Written under the lock of the link's row, so that of one link later likes have greater numbers.
    """
    CREATE TABLE guest_like (
      number int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      link bytea NOT NULL REFERENCES share_link (id) ON DELETE CASCADE,
      photo int8 NOT NULL,
      guest int8 NOT NULL REFERENCES link_guest (number) ON DELETE CASCADE,
      liked_at int8 NOT NULL,
      UNIQUE (link, photo, guest)
    )
    """,
    "CREATE INDEX guest_like_order ON guest_like (link, number)",
    "CREATE INDEX guest_like_photo ON guest_like (photo)",
    "CREATE INDEX guest_like_guest ON guest_like (guest)",
  ]

  private static let losses = [
    // The newest position that an album, a link or a withdrawal has had; changed only under the lock of the change log.
    "INSERT INTO counter (name, value) VALUES ('sharing-sequence', 0)",
    // Albums and links that somebody has lost, each where that was last. Who sees an album again keeps its row, which says
    // nothing for as long as the album is seen.
    """
    CREATE TABLE withdrawal (
      -- 0 for everybody: who saw an album because it was public. -1 for administrators, who lose what is deleted.
      account int8 NOT NULL,
      -- 1 an album, 2 a link.
      subject int8 NOT NULL,
      id bytea NOT NULL,
      sequence int8 NOT NULL DEFAULT 0,
      -- That of the album then; 0 for a link.
      version int8 NOT NULL,
      reason text NOT NULL,
      PRIMARY KEY (account, subject, id)
    )
    """,
    "CREATE INDEX withdrawal_log ON withdrawal (account, sequence)",
    "CREATE INDEX withdrawal_unnumbered ON withdrawal (subject, id) WHERE sequence = 0",
    // Photos that can be restored no longer are taken out of albums and links, once.
    "ALTER TABLE restorable_photo ADD COLUMN has_left bool NOT NULL DEFAULT false",
    "CREATE INDEX restorable_photo_leaving ON restorable_photo (restorable_until) WHERE NOT has_left",
  ]

  /// The number of the newest change that can be read, as an expression.
  static let newestChange = """
    greatest(coalesce((SELECT max(sequence) FROM photo), 0), (SELECT value FROM counter WHERE name = 'sharing-sequence'))
    """
}
