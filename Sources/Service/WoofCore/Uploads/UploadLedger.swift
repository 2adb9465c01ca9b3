// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

/// The ledger of all uploads, which decides on admission, expiry and the remaining room.
package struct UploadLedger: Sendable {
  /// The facts about one upload that decisions depend on.
  struct Entry: Hashable, Sendable {
    let owner: AccountID
    /// The key of an upload that is the same when it comes again.
    let idempotencyKey: String?
    /// The number of bytes reserved: the length of the upload, or the limit for originals if it is not known.
    let reservation: Int64
    let createdAt: Timestamp
    /// The time at which the request that began it came, in nanoseconds of the server's monotonic clock; before all others
    /// for an upload from before the service started.
    var receivedAt = Int64.min
    /// `true` if all bytes have been received.
    var isComplete = false
  }

  /// The outcome of a request for a new upload.
  enum Admission: Hashable, Sendable {
    /// It is taken, in place of an earlier one where it is the same one again.
    case taken(replacing: UploadID?)
    /// The same one is being completed at this moment.
    case isBeingCompleted
    /// The same one was begun again by a request that came later, but was handled first.
    case isOutdated
    /// A limit would be exceeded.
    case refused(Refusal)
  }

  /// The limit that an upload would exceed.
  package struct Refusal: Hashable, Sendable {
    /// The limit.
    package let limit: Limit
    /// The most that the limit allows: a number of uploads, or of bytes for ``UploadLedger/Limit/bytesPerAccount``.
    package let value: Int64
    /// The amount that is in use already, in the unit of ``value``.
    package let used: Int64

    /// Makes a refusal.
    package init(limit: Limit, value: Int64, used: Int64) { (self.limit, self.value, self.used) = (limit, value, used) }
  }

  /// The limits, by their names in the configuration.
  package enum Limit: String, Sendable {
    /// The uploads of all accounts together.
    case uploads
    /// The uploads of one account.
    case uploadsPerAccount
    /// The bytes that the uploads of one account will have.
    case bytesPerAccount
  }

  private(set) var entries: [UploadID: Entry] = [:]
  private let limits: ResumableUploadLimits

  init(limits: ResumableUploadLimits) { self.limits = limits }

  /// Returns the number of an account's uploads that have not been received completely.
  func openCount(of account: AccountID) -> Int { entries.values.count { $0.owner == account && !$0.isComplete } }

  /// The uploads of which not all has come.
  var open: [UploadID: Entry] { entries.filter { !$0.value.isComplete } }

  /// The upload of an account under an idempotency key, of which there is one at most; `nil` for none.
  func entry(under key: String, of owner: AccountID) -> (key: UploadID, value: Entry)? {
    entries.first { $0.value.owner == owner && $0.value.idempotencyKey == key }
  }

  /// Takes a new upload, if there is room for it. Those whose time is over when it is created take none, also where they
  /// have not been removed yet.
  ///
  /// - Parameter countLimit: The most uploads that the account may have; by default as many as any.
  mutating func admit(_ id: UploadID, _ entry: Entry, countLimit: Int64? = nil) -> Admission {
    let earlier = entry.idempotencyKey.flatMap { self.entry(under: $0, of: entry.owner) }
    if let earlier, isBeingCompleted(earlier.key) { return .isBeingCompleted }
    if let earlier, earlier.value.receivedAt > entry.receivedAt { return .isOutdated }
    let others = open.filter { $0.key != earlier?.key && secondsLeft(of: $0.value, at: entry.createdAt) > 0 }
    let own = others.values.filter { $0.owner == entry.owner }
    let reserved = own.reduce(0) { $0 + $1.reservation }
    let share = share(ofFree: limits.count - others.count)
    let refusals = [
      Refusal(limit: .uploads, value: Int64(limits.count), used: Int64(others.count)),
      Refusal(limit: .uploadsPerAccount, value: countLimit ?? Int64(limits.countPerAccount), used: Int64(own.count)),
      Refusal(limit: .uploads, value: Int64(share), used: Int64(own.count)),
    ]
    if let refusal = refusals.first(where: { $0.used >= $0.value }) { return .refused(refusal) }
    guard entry.reservation <= limits.byteCountPerAccount - reserved else {
      return .refused(Refusal(limit: .bytesPerAccount, value: limits.byteCountPerAccount, used: reserved))
    }
    if let earlier { remove(earlier.key) }
    entries[id] = entry
    return .taken(replacing: earlier?.key)
  }

  /// Returns the maximum number of uploads of one account when `free` places are free: any number while more than half
  /// of the places are free, then an eighth of the free ones, and at least one. So the last places are for accounts
  /// that have few.
  private func share(ofFree free: Int) -> Int { free * 2 > limits.count ? .max : max(1, free / 8) }

  /// Takes over an upload from before the service started.
  mutating func restore(_ id: UploadID, _ entry: Entry) { entries[id] = entry }

  /// An upload is no longer open: all of it has come, and the photo is being made of it.
  mutating func complete(_ id: UploadID) { entries[id]?.isComplete = true }

  /// Forgets an upload.
  mutating func remove(_ id: UploadID) {
    entries[id] = nil
  }

  /// Returns the number of seconds for which an upload can still be continued; 0 if its time is over.
  func secondsLeft(of entry: Entry, at now: Timestamp) -> Int64 {
    let end = entry.createdAt.advanced(bySeconds: limits.lifetimeSeconds)
    return max(0, (end.milliseconds - now.milliseconds) / 1000)
  }

  /// The uploads whose time is over, but for those of which a photo is being made.
  func expired(at now: Timestamp) -> [UploadID] {
    entries.filter { id, entry in
      secondsLeft(of: entry, at: now) == 0 && !isBeingCompleted(id)
    }.map(\.key)
  }

  /// Returns `true` if all bytes of an upload have been received and a photo is being made of them.
  func isBeingCompleted(_ id: UploadID) -> Bool { entries[id]?.isComplete == true }
}
