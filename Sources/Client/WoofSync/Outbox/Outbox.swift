// SPDX-License-Identifier: Apache-2.0

/// The edits that wait to be sent: in order for each photo, independent between photos. Decisions only.
///
/// What an edit changes is kept by the store; this is the plan of what may be sent next.
struct Outbox: Sendable {
  /// The kinds of edits, as far as their order depends on it.
  enum Kind: Int64, Hashable, Sendable {
    case favourite
    case metadata
    case deletion
    case upload
  }

  /// An edit and its state.
  struct Entry: Hashable, Sendable {
    var number: Int64
    var photo: PhotoID
    var kind: Kind
    /// The number of attempts so far.
    var attempts = 0
    /// The number of times that somebody else had changed the photo before it.
    var conflicts = 0
    var hasProblem = false
    /// Of an upload, the number of the deletion that was made before it of a photo with the same picture: where the service got
    /// the picture first, it would take it for the photo that is about to go.
    var waitsFor: Int64?
    /// The moment before which it is not sent again; `nil` to send it as soon as it is its turn.
    var notBefore: Duration?
    var isInFlight = false

    /// Returns `true` for a deletion that was made before an upload.
    func isDeletion(before upload: Int64) -> Bool { kind == .deletion && number < upload }
  }

  private var entries: [Int64: Entry] = [:]
  /// The numbers of the edits of each photo, the oldest first.
  private var lanes: [PhotoID: [Int64]] = [:]
  /// The photos whose lanes may have something to send, by the number of their first edit. May name some that have not.
  private var candidates: SortedNumbers = SortedNumbers()
  /// The uploads that wait for deletions, by the numbers of those.
  private var uploadsAfter: [Int64: [Int64]] = [:]
  /// The edits that are not to be sent before a certain moment.
  private var delayed: Set<Int64> = []
  private(set) var inFlightCount = 0
  private(set) var problemCount = 0

  /// The number of edits.
  var count: Int { entries.count }

  /// All edits, the oldest first.
  var all: [Entry] { entries.values.sorted { $0.number < $1.number } }

  /// `true` if nothing waits and nothing has a problem.
  var isEmpty: Bool { entries.isEmpty }

  /// `true` if nothing can be sent before somebody retries or discards something.
  var isDrained: Bool { entries.values.allSatisfy { isStuck($0) } }

  /// The entry of a number.
  subscript(number: Int64) -> Entry? { entries[number] }

  /// Adds an edit behind the others of its photo.
  mutating func add(_ entry: Entry) {
    guard entries[entry.number] == nil else { return }
    entries[entry.number] = entry
    lanes[entry.photo, default: []].append(entry.number)
    if let deletion = entry.waitsFor { uploadsAfter[deletion, default: []].append(entry.number) }
    if entry.hasProblem { problemCount += 1 }
    candidates.insert(entry.number)
  }

  /// Takes an edit out, because it is settled, replaced or discarded.
  mutating func remove(_ number: Int64) {
    guard let entry = entries.removeValue(forKey: number) else { return }
    if entry.isInFlight { inFlightCount -= 1 }
    if entry.hasProblem { problemCount -= 1 }
    candidates.remove(number)
    delayed.remove(number)
    lanes[entry.photo]?.removeAll { $0 == number }
    if lanes[entry.photo]?.isEmpty == true { lanes[entry.photo] = nil }
    wake(entry.photo)
    for upload in uploadsAfter.removeValue(forKey: number) ?? [] { candidates.insert(upload) }
  }

  /// Gives the edits of a photo to another one, which an upload has become.
  ///
  /// A deletion before the upload stays: it is meant for the photo that was, and the picture was added again after it.
  mutating func retarget(_ photo: PhotoID, to other: PhotoID, by upload: Int64) {
    guard photo != other, let lane = lanes.removeValue(forKey: photo) else { return }
    let staying = lane.filter { entries[$0]?.isDeletion(before: upload) == true }
    if !staying.isEmpty { lanes[photo] = staying }
    let moved = lane.filter { !staying.contains($0) }
    for number in moved { entries[number]?.photo = other }
    lanes[other] = (lanes[other, default: []] + moved).sorted()
    wake(photo)
    wake(other)
  }

  /// Changes the kind or the number of attempts of an entry, as a merge does.
  mutating func update(_ number: Int64, _ change: (inout Entry) -> Void) {
    guard var entry = entries[number] else { return }
    let before = entry
    change(&entry)
    entries[number] = entry
    if entry.notBefore == nil { delayed.remove(number) } else { delayed.insert(number) }
    problemCount += (entry.hasProblem ? 1 : 0) - (before.hasProblem ? 1 : 0)
    inFlightCount += (entry.isInFlight ? 1 : 0) - (before.isInFlight ? 1 : 0)
    wake(entry.photo)
  }
}

// MARK: What is sent next

extension Outbox {
  /// The next edits to send, the oldest first, which count as in flight from now on.
  ///
  /// - Parameters:
  ///   - limit: The most edits that may be in flight at once.
  ///   - now: The time.
  mutating func take(upTo limit: Int, at now: Duration) -> [Entry] {
    var taken: [Entry] = []
    var later: [Int64] = []
    while inFlightCount < limit, let number = candidates.popFirst() {
      guard let entry = entries[number], isNext(entry) else { continue }
      guard entry.notBefore.map({ $0 <= now }) ?? true else {
        later.append(number)
        continue
      }
      entries[number]?.isInFlight = true
      inFlightCount += 1
      taken.append(entry)
    }
    for number in later { candidates.insert(number) }
    return taken
  }

  /// The moment at which an edit may be sent that has to wait until then; `nil` if none has.
  func nextMoment(after now: Duration) -> Duration? {
    delayed.lazy.compactMap { self.entries[$0] }.filter { self.isNext($0) }.compactMap(\.notBefore)
      .filter { $0 > now }.min()
  }

  /// `true` if something could be sent now.
  func hasReady(at now: Duration) -> Bool {
    candidates.all.contains { number in
      entries[number].map { isNext($0) && ($0.notBefore ?? now) <= now } ?? false
    }
  }

  /// Returns `true` if it is an edit's turn among those of its photo.
  private func isNext(_ entry: Entry) -> Bool {
    guard !entry.hasProblem, !entry.isInFlight, !isHeldUp(entry) else { return false }
    for number in lanes[entry.photo, default: []] {
      if number == entry.number { return true }
      guard let earlier = entries[number] else { continue }
      // What has a problem blocks nothing else, but a photo that is not there yet cannot be changed.
      if earlier.isInFlight || !earlier.hasProblem || earlier.kind == .upload { return false }
    }
    return false
  }

  /// Returns `true` if an upload waits for a deletion that will be sent.
  private func isHeldUp(_ entry: Entry) -> Bool {
    guard let number = entry.waitsFor, let deletion = entries[number] else { return false }
    return !isStuck(deletion)
  }

  /// Returns `true` if an edit has a problem, or belongs to a photo whose upload has one.
  private func isStuck(_ entry: Entry) -> Bool {
    if entry.hasProblem { return true }
    return lanes[entry.photo, default: []].contains { number in
      number < entry.number && entries[number].map { $0.kind == .upload && $0.hasProblem } ?? false
    }
  }

  private mutating func wake(_ photo: PhotoID) {
    for number in lanes[photo, default: []] {
      candidates.insert(number)
      for upload in uploadsAfter[number, default: []] { candidates.insert(upload) }
    }
  }
}

/// Numbers in ascending order, of which the smallest is taken first.
private struct SortedNumbers: Sendable {
  private(set) var all: [Int64] = []

  mutating func insert(_ number: Int64) {
    if let last = all.last, last < number {
      all.append(number)
      return
    }
    let index = position(of: number)
    if index < all.count, all[index] == number { return }
    all.insert(number, at: index)
  }

  mutating func remove(_ number: Int64) {
    let index = position(of: number)
    if index < all.count, all[index] == number { all.remove(at: index) }
  }

  mutating func popFirst() -> Int64? { all.isEmpty ? nil : all.removeFirst() }

  private func position(of number: Int64) -> Int {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
