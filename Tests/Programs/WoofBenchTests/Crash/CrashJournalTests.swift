// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import woof_bench

/// What the journal of a crash test takes for a fault, and what it lets pass because it was in doubt.
struct CrashJournalTests {
  private var journal = CrashJournal(accountCount: 2)
  private let upload = CrashUpload(
    owner: 0, content: PhotoContent(type: .png, byteCount: 600, seed: 1), digest: Digest(of: [1]), caption: "first",
    key: "key")
  private let id = PhotoID(high: 1, low: 1)

  @Test mutating func `an acknowledged write that is there is no fault`() {
    acknowledgeUpload()
    #expect(journal.reconcile(with: state([photo()])) == [])
  }

  @Test mutating func `an acknowledged photo that is not there is lost`() {
    acknowledgeUpload()
    #expect(journal.reconcile(with: state([])).count == 1)
  }

  @Test(arguments: [true, false]) mutating func `an upload without a response may be there or not`(_ came: Bool) {
    journal.begin(.upload(upload))
    journal.lose(.upload(upload))
    #expect(journal.reconcile(with: state(came ? [photo()] : [])) == [])
    #expect(journal.live == (came ? [id] : []))
  }

  @Test mutating func `a photo that was never uploaded is a fault`() {
    #expect(journal.reconcile(with: state([photo()])).count == 1)
  }

  @Test(arguments: ["first", "second"]) mutating func `a caption in doubt is the old or new one`(_ caption: String) {
    acknowledgeUpload()
    lose(.edit(id, owner: 0, .caption("second")))
    #expect(journal.reconcile(with: state([photo(caption: caption)])) == [])
  }

  @Test mutating func `a caption in doubt is never a third one, and is certain once it was read`() {
    acknowledgeUpload()
    lose(.edit(id, owner: 0, .caption("second")))
    #expect(journal.reconcile(with: state([photo(caption: "third")])).count == 1)
    var other = Self()
    other.acknowledgeUpload()
    other.lose(.edit(id, owner: 0, .caption("second")))
    #expect(other.journal.reconcile(with: state([photo(caption: "second")])) == [])
    #expect(other.journal.reconcile(with: state([photo(caption: "first")])).count == 1)
  }

  @Test mutating func `an acknowledged favourite must be there, and the count must match the favourites`() {
    acknowledgeUpload()
    journal.begin(.favourite(id, account: 1, isSet: true))
    journal.acknowledge(.favourite(id, account: 1, isSet: true), photo(favouriteCount: 1, version: 2))
    var (lost, miscounted, right) = (journal, journal, journal)
    #expect(lost.reconcile(with: state([photo(version: 2)])).count == 1)
    #expect(miscounted.reconcile(with: state([photo(favouriteCount: 2, version: 2)], likedBySecond: true)).count == 1)
    #expect(right.reconcile(with: state([photo(favouriteCount: 1, version: 2)], likedBySecond: true)) == [])
  }

  @Test mutating func `an acknowledged deletion must be there, and one in doubt may be`() {
    acknowledgeUpload()
    var doubtful = self
    journal.begin(.deletion(id, owner: 0))
    journal.acknowledge(.deletion(id, owner: 0), nil)
    #expect(journal.reconcile(with: state([photo()])).count == 1)
    doubtful.lose(.deletion(id, owner: 0))
    #expect(doubtful.journal.reconcile(with: state([photo()])) == [])
    #expect(doubtful.journal.live == [id])
  }

  @Test mutating func `bytes that return after a deletion are held once, however often they are checked`() {
    acknowledgeUpload()
    journal.begin(.deletion(id, owner: 0))
    journal.acknowledge(.deletion(id, owner: 0), nil)
    #expect(journal.holdings.isEmpty)
    let second = PhotoID(high: 1, low: 2)
    journal.begin(.upload(upload))
    journal.acknowledge(.upload(upload), photo(id: second))
    #expect(journal.reconcile(with: state([photo(id: second)])) == [])
    #expect(journal.holdings.count == 1)
  }

  @Test mutating func `a version never goes back`() {
    acknowledgeUpload(version: 3)
    #expect(journal.reconcile(with: state([photo(version: 2)])).count == 1)
  }

  @Test mutating func `counts of an account that differ from its lists are a fault`() {
    acknowledgeUpload()
    var state = state([photo()])
    state.summaries[0].photoCount = 2
    #expect(journal.reconcile(with: state).count == 1)
  }

  @Test mutating func `two operations whose order decides the result never run at once`() {
    var generator = SeededGenerator(seed: 11)
    var open: [CrashOperation] = []
    for number in 0..<3000 {
      let operation = journal.beginOperation(of: number % 2, &generator)
      #expect(!open.contains { $0.collides(with: operation) }, "\(operation)")
      open.append(operation)
      if open.count > 4 { finish(open.remove(at: Int.random(in: 0..<4, using: &generator)), number) }
    }
  }

  private mutating func finish(_ operation: CrashOperation, _ number: Int) {
    var metadata: PhotoMetadata?
    if case .upload = operation { metadata = photo(id: PhotoID(high: 2, low: UInt64(number))) }
    journal.acknowledge(operation, metadata)
  }

  private mutating func acknowledgeUpload(version: Int64 = 1) {
    journal.begin(.upload(upload))
    journal.acknowledge(.upload(upload), photo(version: version))
  }

  private mutating func lose(_ operation: CrashOperation) {
    journal.begin(operation)
    journal.lose(operation)
  }

  private func photo(
    id: PhotoID? = nil, caption: String = "first", favouriteCount: Int = 0, version: Int64 = 1
  ) -> PhotoMetadata {
    PhotoMetadata(
      id: id ?? self.id, owner: "bench1", caption: caption, contentType: .png, byteCount: 600, digest: upload.digest,
      width: 1, height: 1, createdAt: Timestamp(milliseconds: 0), favouriteCount: favouriteCount, version: version)
  }

  private func state(_ photos: [PhotoMetadata], likedBySecond: Bool = false) -> ObservedState {
    let liked = likedBySecond ? Set(photos.map(\.id)) : []
    return ObservedState(
      photos: [photos, []], favourites: [[], liked],
      summaries: [
        ObservedState.Summary(photoCount: photos.count, favouriteCount: 0),
        ObservedState.Summary(photoCount: 0, favouriteCount: liked.count),
      ])
  }
}

extension CrashOperation {
  /// Whether it matters which of the two comes first.
  fileprivate func collides(with other: CrashOperation) -> Bool {
    switch (self, other) {
    case (.upload(let left), .upload(let right)): left.owner == right.owner && left.digest == right.digest
    case (.deletion(let left, _), _): other.photo == left
    case (_, .deletion(let right, _)): photo == right
    case (.favourite(let left, let account, _), .favourite(let right, let otherAccount, _)):
      left == right && account == otherAccount
    case (.edit(let left, _, _), .edit(let right, _, _)): left == right
    default: false
    }
  }

  private var photo: PhotoID? {
    switch self {
    case .upload: nil
    case .duplicate(let id, _), .favourite(let id, _, _), .edit(let id, _, _), .deletion(let id, _): id
    }
  }
}
