// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// The statements that have the variant `grid` made of the photos that there are.
  static let version23 = """
    -- All photos are looked through once by what derives, so that those there are get the variant that is new.
    INSERT INTO installation (name, value) SELECT 'first-unseen-photo', 0 WHERE EXISTS (SELECT 1 FROM photo)
      ON CONFLICT (name) DO UPDATE SET value = 0;
    """
}
