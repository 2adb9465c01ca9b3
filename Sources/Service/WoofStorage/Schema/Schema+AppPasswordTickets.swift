// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// The app passwords with which tickets were issued, which end with them.
  static let version25 = """
    -- NULL where the account was signed in by its own password.
    ALTER TABLE upload_ticket ADD COLUMN app_password BLOB;

    CREATE INDEX upload_ticket_app_password ON upload_ticket (app_password) WHERE app_password IS NOT NULL;
    """
}
