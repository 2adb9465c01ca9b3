// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// A key that a client gave a request, so that sending it again does nothing twice
/// (draft-ietf-httpapi-idempotency-key-header-07). It counts for one account.
package struct IdempotencyKey: Hashable, Sendable {
  /// The account that sent the key.
  package var account: AccountID
  /// The client's text.
  package var text: String

  /// Makes a key.
  package init(account: AccountID, text: String) {
    self.account = account
    self.text = text
  }
}

/// The part of a response that is kept for a repetition of its request: the photo, and whether the request made it.
///
/// The body is not kept; a replay describes the photo as it is at that time.
package struct StoredResponse: Hashable, Sendable {
  /// Tells whether it is the same request: a digest of all that shaped the response.
  package var fingerprint: Digest
  /// The photo it was about.
  package var photo: PhotoID
  /// `true` if the request made the photo; `false` if its owner already had the same bytes.
  package var isNew: Bool

  /// Makes what is kept.
  package init(fingerprint: Digest, photo: PhotoID, isNew: Bool) {
    self.fingerprint = fingerprint
    self.photo = photo
    self.isNew = isNew
  }
}

/// The record that a write keeps under an idempotency key, in the same transaction.
package struct IdempotencyClaim: Hashable, Sendable {
  /// The key, which counts for one account.
  package var key: IdempotencyKey
  /// Tells whether a request with the same key is the same request.
  package var fingerprint: Digest
  /// The time of the write; keys that have expired by then no longer count.
  package var time: Timestamp
  /// The time until which the key counts.
  package var expiresAt: Timestamp
  /// Another key under which the same is kept, whatever the write came to: that of an upload in parts.
  package var alias: Alias?

  /// A second key of a write.
  package struct Alias: Hashable, Sendable {
    /// The key, of the same account.
    package var key: IdempotencyKey
    /// The time until which it counts.
    package var expiresAt: Timestamp

    /// Makes a second key.
    package init(key: IdempotencyKey, expiresAt: Timestamp) {
      self.key = key
      self.expiresAt = expiresAt
    }
  }

  /// Makes a claim.
  package init(
    key: IdempotencyKey, fingerprint: Digest, time: Timestamp, expiresAt: Timestamp, alias: Alias? = nil
  ) {
    self.key = key
    self.fingerprint = fingerprint
    self.time = time
    self.expiresAt = expiresAt
    self.alias = alias
  }
}

extension IdempotencyKey {
  /// The key of an upload in parts: no client can send it, as a structured string has no control characters (RFC 9651
  /// §3.3.3).
  init(of upload: UploadID, account: AccountID) { self.init(account: account, text: "\u{7F}upload/\(upload)") }
}
