public import WoofModel

/// A key that a client gave a request, so that sending it again does nothing twice
/// (draft-ietf-httpapi-idempotency-key-header-07). It counts for one account.
public struct IdempotencyKey: Hashable, Sendable {
  /// Who sent it.
  public var account: AccountID
  /// The client's text.
  public var text: String

  /// Makes a key.
  public init(account: AccountID, text: String) {
    self.account = account
    self.text = text
  }
}

/// An answer kept for when its request comes again.
public struct StoredAnswer: Hashable, Sendable {
  /// Tells whether it is the same request: a digest of all that shaped the answer.
  public var fingerprint: Digest
  /// The photo it was about.
  public var photo: PhotoID
  /// The status of the answer.
  public var status: Int
  /// The body of the answer.
  public var body: [UInt8]

  /// Makes an answer.
  public init(fingerprint: Digest, photo: PhotoID, status: Int, body: [UInt8]) {
    self.fingerprint = fingerprint
    self.photo = photo
    self.status = status
    self.body = body
  }
}

/// What a write keeps under a key, in the same transaction.
public struct IdempotencyClaim: Sendable {
  /// The key.
  public var key: IdempotencyKey
  /// Tells whether a request with the same key is the same request.
  public var fingerprint: Digest
  /// When the write happens: what has expired by then counts no more.
  public var time: Timestamp
  /// Until when the answer is kept.
  public var expiresAt: Timestamp
  /// Makes the answer of the record as it was written.
  public var answer: @Sendable (_ record: PhotoRecord, _ isNew: Bool) -> (status: Int, body: [UInt8])

  /// Makes a claim.
  public init(
    key: IdempotencyKey, fingerprint: Digest, time: Timestamp, expiresAt: Timestamp,
    answer: @escaping @Sendable (_ record: PhotoRecord, _ isNew: Bool) -> (status: Int, body: [UInt8])
  ) {
    self.key = key
    self.fingerprint = fingerprint
    self.time = time
    self.expiresAt = expiresAt
    self.answer = answer
  }
}
