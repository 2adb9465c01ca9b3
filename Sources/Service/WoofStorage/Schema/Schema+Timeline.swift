// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// The timeline: photos by the moments at which they were taken.
  static let version17 = """
    -- When the photo was taken, or uploaded where that is not known or lies more than a day before it, and its aspect ratio
    -- in one byte: with the photo, so that an index has everything that a timeline tells.
    ALTER TABLE photo ADD COLUMN moment INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE photo ADD COLUMN ratio INTEGER NOT NULL DEFAULT 127;

    -- What they have to be.
    CREATE VIEW photo_moment AS
      SELECT photo, iif(taken_at <= created_at + 86400000, taken_at, created_at) AS moment,
        iif(width > 0 AND height > 0,
          CAST(min(max(round(127 + 31.75 * log2(1.0 * width / height)), 0), 254) AS INTEGER), 127) AS ratio
      FROM photo_detail;

    UPDATE photo SET (moment, ratio) = (SELECT moment, ratio FROM photo_moment WHERE photo = photo.number)
      WHERE number IN (SELECT photo FROM photo_detail);

    -- What the conditions name is in the indexes too, or SQLite would look into the table.
    CREATE INDEX photo_timeline ON photo (moment, id, ratio, visibility, is_deleted)
      WHERE visibility = 0 AND is_deleted = 0;
    CREATE INDEX photo_timeline_owned ON photo (owner, visibility, moment, id, ratio, is_deleted) WHERE is_deleted = 0;
    """
}
