// SPDX-License-Identifier: Apache-2.0

extension PostgresSchema {
  /// The uploads that may be resumed, and the parts that have come of them.
  static let uploads = [
    """
    CREATE TABLE upload (
      id bytea PRIMARY KEY,
      account int8 NOT NULL REFERENCES account (number),
      idempotency_key text COLLATE "C",
      ticket bytea,
      note bytea NOT NULL,
      -- The number of all bytes; NULL while nobody has said.
      length int8,
      reservation int8 NOT NULL,
      byte_count int8 NOT NULL DEFAULT 0,
      -- Grows with each request that goes on with it, and fences what those before it write.
      turn int8 NOT NULL DEFAULT 0,
      -- The time at which the request that began it came, in microseconds.
      received_at int8 NOT NULL,
      expires_at int8 NOT NULL,
      is_complete bool NOT NULL DEFAULT false,
      -- The time until which nobody else makes a photo of it.
      completing_until int8 NOT NULL DEFAULT 0
    )
    """,
    "CREATE INDEX upload_account ON upload (account)",
    "CREATE INDEX upload_expiry ON upload (expires_at)",
    "CREATE INDEX upload_of_ticket ON upload (ticket) WHERE ticket IS NOT NULL",
    """
    CREATE TABLE upload_part (
      upload bytea NOT NULL REFERENCES upload (id) ON DELETE CASCADE,
      start int8 NOT NULL,
      turn int8 NOT NULL,
      number int8 NOT NULL,
      byte_count int8 NOT NULL,
      digest bytea NOT NULL,
      PRIMARY KEY (upload, start)
    )
    """,
  ]
}
