// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// The statements that add the hashes of parts of pictures, by which cropped or mirrored pictures are found again.
  static let version10 = """
    -- The ordinal grows with everything that is kept, so that what is new is found behind what was read.
    CREATE TABLE part_hash (
      ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
      photo INTEGER NOT NULL UNIQUE REFERENCES photo (number),
      -- Eight bytes each, the highest first.
      hashes BLOB NOT NULL
    ) STRICT;

    -- All photos are looked through once by what derives, so that those there are get their hashes.
    INSERT INTO installation (name, value) SELECT 'first-unseen-photo', 0 WHERE EXISTS (SELECT 1 FROM photo)
      ON CONFLICT (name) DO UPDATE SET value = 0;
    """
}
