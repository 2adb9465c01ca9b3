// SPDX-License-Identifier: Apache-2.0

extension PostgresSchema {
  /// Accounts whose deletion is under way, and the orders in which administrators look at photos.
  static let administration = [
    // Whoever deletes an account says until when nobody else needs to go on with it.
    """
    CREATE TABLE account_deletion (account int8 PRIMARY KEY, claimed_until int8 NOT NULL)
    """,
    "CREATE INDEX photo_popular_hidden ON photo (favourite_count, id) WHERE visibility <> 0 AND NOT is_deleted",
    "CREATE INDEX photo_detail_length ON photo_detail (byte_count, photo)",
    // What belongs to an account is removed with it.
    "CREATE INDEX favourite_edit_account ON favourite_edit (account)",
  ]
}
