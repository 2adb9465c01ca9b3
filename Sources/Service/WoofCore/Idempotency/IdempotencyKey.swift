// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// A key that a client gave a request, so that sending it again does nothing twice
/// (draft-ietf-httpapi-idempotency-key-header-07). It counts for one account.
public struct IdempotencyKey: Hashable, Sendable {
  /// The account that sent the key.
  public var account: AccountID
  /// The client's text.
  public var text: String

  /// Makes a key.
  public init(account: AccountID, text: String) {
    self.account = account
    self.text = text
  }
}

/// The part of a response that is kept for a repetition of its request: the photo, and whether the request made it.
///
/// The body is not kept; a replay describes the photo as it is at that time.
public struct StoredResponse: Hashable, Sendable {
  /// Tells whether it is the same request: a digest of all that shaped the response.
  public var fingerprint: Digest
  /// The photo it was about.
  public var photo: PhotoID
  /// `true` if the request made the photo; `false` if its owner already had the same bytes.
  public var isNew: Bool

  /// Makes what is kept.
  public init(fingerprint: Digest, photo: PhotoID, isNew: Bool) {
    self.fingerprint = fingerprint
    self.photo = photo
    self.isNew = isNew
  }
}

/// The record that a write keeps under an idempotency key, in the same transaction.
public struct IdempotencyClaim: Hashable, Sendable {
  /// The key, which counts for one account.
  public var key: IdempotencyKey
  /// Tells whether a request with the same key is the same request.
  public var fingerprint: Digest
  /// The time of the write; keys that have expired by then no longer count.
  public var time: Timestamp
  /// The time until which the key counts.
  public var expiresAt: Timestamp
  /// Another key under which the same is kept, whatever the write came to: that of an upload in parts.
  public var alias: Alias?

  /// A second key of a write.
  public struct Alias: Hashable, Sendable {
    /// The key, of the same account.
    public var key: IdempotencyKey
    /// The time until which it counts.
    public var expiresAt: Timestamp

    /// Makes a second key.
    public init(key: IdempotencyKey, expiresAt: Timestamp) {
      self.key = key
      self.expiresAt = expiresAt
    }
  }

  /// Makes a claim.
  public init(
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
