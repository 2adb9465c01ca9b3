// SPDX-License-Identifier: Apache-2.0

extension PostgresSchema {
  /// The words of nodes to each other. Nothing of it has to outlive a crash of the server, so that it is not logged.
  static let nodes = [
    """
    CREATE UNLOGGED TABLE running_key (
      account int8 NOT NULL,
      key text COLLATE "C" NOT NULL,
      -- Tells the request from any other with this key.
      mark bytea NOT NULL,
      expires_at int8 NOT NULL,
      PRIMARY KEY (account, key)
    )
    """,
    "CREATE INDEX running_key_expiry ON running_key (expires_at)",
    """
    CREATE UNLOGGED TABLE sign_in_failure (
      number int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- The node that has counted them.
      node bytea NOT NULL,
      told_at int8 NOT NULL,
      -- NULL for a text that is no account's name.
      name text,
      network text NOT NULL,
      count int8 NOT NULL,
      ended_well bool NOT NULL
    )
    """,
    "CREATE INDEX sign_in_failure_told ON sign_in_failure (told_at)",
  ]
}
