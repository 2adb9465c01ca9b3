// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
internal import WoofModel

/// Favourites that are durable in the journal and not yet in the tables.
///
/// Setting a favourite touches seven trees of the database, most of them on a page of its own. Written one by one, a
/// favourite costs kilobytes of log. So a transaction writes its favourites as one row of a journal, and they are
/// *folded* into the tables by the thousand, where each page and each photo is written once for many of them. Until
/// then they are kept here, and readers lay them over what they find in the tables.
///
/// A fold takes everything that is pending, in one transaction, which also grows the *fold generation*. So what is
/// pending here is missing from a snapshot of the tables as a whole, or is in it as a whole, and comparing the
/// generation tells which. Folding replaces this object: a reader keeps the one that it began with.
final class PendingFavourites: Sendable {
  /// The pending state of one favourite, with the state in the tables.
  struct Pair: Hashable {
    /// The time since which the account likes the photo; `nil` if it does not.
    var setAt: Timestamp?
    /// The same time according to the tables; `nil` if it is not set there.
    var foldedSetAt: Timestamp?
  }

  /// The pending favourites with their photos and sums.
  struct Contents {
    /// Each favourite that changed.
    private(set) var pairs: [FavouriteKey: Pair] = [:]
    /// The numbers of favourites that accounts have beyond those of the tables; negative where they have fewer.
    private(set) var addedCounts: [AccountID: Int] = [:]
    /// The number of favourites beyond those of the tables; negative where there are fewer.
    private(set) var addedCount = 0
    /// Each photo whose favourites changed, by its number, as it is now.
    private(set) var photos: [Int64: PhotoRecord] = [:]
    /// The number of entries in the journal.
    var entryCount = 0
    /// The position in the change log of the newest favourite.
    private(set) var sequence: Int64 = 0
    private var countedDifferences = ViewSums()
    /// The versions of those photos that ``countedDifferences`` does not have as they are now: those that it has, or that the
    /// tables have. To hash only when somebody asks costs a favourite next to nothing, and photos that many like little.
    private var uncountedVersions: [Int64: Int64] = [:]

    /// Makes room for as much as others hold: what comes after a fold is mostly about as much as before it.
    init(withRoomFor others: Contents? = nil) {
      guard let others else { return }
      pairs.reserveCapacity(others.pairs.count)
      photos.reserveCapacity(others.photos.count)
    }

    /// A photo that favourites have changed.
    struct Photo {
      /// Its number.
      let number: Int64
      /// The photo after the favourites.
      let record: PhotoRecord
      /// The version before them.
      let oldVersion: Int64
    }

    /// Adds favourites that have become durable, and the photos they made.
    mutating func add(_ pairs: [FavouriteKey: Pair], photos: some Sequence<Photo>, entryCount: Int) {
      for (key, pair) in pairs { note(pair, for: key) }
      for photo in photos { note(photo) }
      self.entryCount += entryCount
    }

    /// Notes what favourites have made of a photo.
    mutating func note(_ photo: Photo) {
      photos[photo.number] = photo.record
      sequence = max(sequence, photo.record.sequence)
      if uncountedVersions[photo.number] == nil { uncountedVersions[photo.number] = photo.oldVersion }
    }

    /// The difference that the photos make to the sums of the tables.
    var viewDifferences: ViewSums {
      mutating get {
        for (number, version) in uncountedVersions {
          guard let record = photos[number] else { continue }
          var old = record
          old.version = version
          countedDifferences.replace(old, with: record)
        }
        uncountedVersions.removeAll(keepingCapacity: true)
        return countedDifferences
      }
    }

    /// Notes a favourite; what the tables say of it is taken where it was not pending before.
    mutating func note(_ pair: Pair, for key: FavouriteKey) {
      var old = pair.foldedSetAt
      if let index = pairs.index(forKey: key) {
        old = pairs.values[index].setAt
        pairs.values[index].setAt = pair.setAt
      } else {
        pairs[key] = pair
      }
      guard (pair.setAt == nil) != (old == nil) else { return }
      let difference = pair.setAt == nil ? -1 : 1
      addedCounts[key.account, default: 0] += difference
      addedCount += difference
    }
  }

  /// The fold generation of the tables that it lies over.
  let generation: Int64
  private let contents: Mutex<Contents>

  init(generation: Int64, contents: sending Contents = Contents()) {
    self.generation = generation
    self.contents = Mutex(contents)
  }

  func withContents<Result>(_ body: (inout Contents) throws -> sending Result) rethrows -> sending Result {
    try contents.withLock(body)
  }

  /// Returns the pending state of a favourite; `nil` if there is none.
  func pair(_ key: FavouriteKey) -> Pair? { contents.withLock { $0.pairs[key] } }

  /// The photo as it is now; `nil` where nothing of it is pending.
  func photo(_ number: Int64) -> PhotoRecord? { contents.withLock { $0.photos[number] } }

  /// The number of entries in the journal.
  var entryCount: Int { contents.withLock { $0.entryCount } }

  /// The position in the change log of the newest favourite.
  var sequence: Int64 { contents.withLock { $0.sequence } }

  /// The same favourites, to which no others are added.
  func frozen() -> PendingFavourites { PendingFavourites(generation: generation, contents: contents.withLock { $0 }) }

  /// The number of favourites beyond those of the tables; negative where there are fewer.
  var addedCount: Int { contents.withLock { $0.addedCount } }

  /// The number of favourites that an account has beyond those of the tables; negative where it has fewer.
  func addedCount(of account: AccountID) -> Int { contents.withLock { $0.addedCounts[account] ?? 0 } }

  /// The favourites of one photo that are pending, by the account.
  func pairs(ofPhoto photo: Int64) -> [AccountID: Pair] {
    contents.withLock { contents in
      var found: [AccountID: Pair] = [:]
      for (key, pair) in contents.pairs where key.photo == photo { found[key.account] = pair }
      return found
    }
  }

  /// The favourites of one account that are pending, by the number of the photo.
  func pairs(of account: AccountID) -> [Int64: Pair] {
    contents.withLock { contents in
      var found: [Int64: Pair] = [:]
      for (key, pair) in contents.pairs where key.account == account { found[key.photo] = pair }
      return found
    }
  }
}
