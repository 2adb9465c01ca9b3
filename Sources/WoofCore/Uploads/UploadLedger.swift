internal import WoofModel

/// Which uploads there are, whose they are, and what room is left: decisions only.
struct UploadLedger: Sendable {
  /// What is known of an upload.
  struct Entry: Hashable, Sendable {
    let owner: AccountID
    /// The key of an upload that is the same when it comes again.
    let idempotencyKey: String?
    /// How many bytes it may come to.
    let reservation: Int64
    let createdAt: Timestamp
    /// Whether all of it has come.
    var isComplete = false
  }

  /// What becomes of a new upload.
  enum Admission: Hashable, Sendable {
    /// It is taken, in place of an earlier one where it is the same one again.
    case taken(replacing: UploadID?)
    /// The same one is being completed at this moment.
    case isBeingCompleted
    /// A limit is reached; its name.
    case refused(String)
  }

  private(set) var entries: [UploadID: Entry] = [:]
  private let limits: ResumableUploadLimits

  init(limits: ResumableUploadLimits) { self.limits = limits }

  /// The uploads of which not all has come.
  var open: [UploadID: Entry] { entries.filter { !$0.value.isComplete } }

  /// Takes a new upload, if there is room for it. Those whose time is over when it is created take none, also where they
  /// have not been removed yet.
  mutating func admit(_ id: UploadID, _ entry: Entry) -> Admission {
    let earlier = entries.first { _, other in
      entry.idempotencyKey != nil && other.owner == entry.owner && other.idempotencyKey == entry.idempotencyKey
    }
    if let earlier, isBeingCompleted(earlier.key) { return .isBeingCompleted }
    let others = open.filter { $0.key != earlier?.key && secondsLeft(of: $0.value, at: entry.createdAt) > 0 }
    let own = others.values.filter { $0.owner == entry.owner }
    let reserved = own.reduce(0) { $0 + $1.reservation }
    guard others.count < limits.count else { return .refused("uploads") }
    guard own.count < limits.countPerAccount else { return .refused("uploadsPerAccount") }
    guard own.count < share(ofFree: limits.count - others.count) else { return .refused("uploads") }
    guard entry.reservation <= limits.byteCountPerAccount - reserved else { return .refused("bytesPerAccount") }
    if let earlier { remove(earlier.key) }
    entries[id] = entry
    return .taken(replacing: earlier?.key)
  }

  /// How many uploads one account may have where so many places are free: any number while half of them are, then an eighth
  /// of those that are left, and one as long as there is any. So the last places are for accounts that have few.
  private func share(ofFree free: Int) -> Int { free * 2 > limits.count ? .max : max(1, free / 8) }

  /// Takes over an upload from before the service started.
  mutating func restore(_ id: UploadID, _ entry: Entry) { entries[id] = entry }

  /// An upload is no longer open: all of it has come, and the photo is being made of it.
  mutating func complete(_ id: UploadID) { entries[id]?.isComplete = true }

  /// Forgets an upload.
  mutating func remove(_ id: UploadID) {
    entries[id] = nil
  }

  /// How many seconds an upload can still be gone on with; 0 where its time is over.
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

  /// Whether a photo is being made of an upload at this moment.
  func isBeingCompleted(_ id: UploadID) -> Bool { entries[id]?.isComplete == true }
}
