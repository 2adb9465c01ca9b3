// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// The statements that add the limits of each account: bytes, photos and resumable uploads.
  static let version9 = """
    -- NULL where the configuration says it for all; 9223372036854775807 where there is no limit.
    ALTER TABLE account ADD COLUMN byte_limit INTEGER;
    ALTER TABLE account ADD COLUMN photo_limit INTEGER;
    ALTER TABLE account ADD COLUMN upload_limit INTEGER;
    """
}
