// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// The numbers of passwords.
  static let version7 = """
    -- Grows whenever the password is replaced, so that what an older one let in is known to have ended.
    ALTER TABLE account ADD COLUMN password_version INTEGER NOT NULL DEFAULT 1;
    """
}
