internal import WoofCore
internal import WoofModel

/// The photos that the writer has used lately, as they are now: what pending favourites and the transaction under way
/// have made of them included.
struct HotPhotos {
  /// A photo and its number.
  struct Entry {
    let number: Int64
    var record: PhotoRecord
    /// Whether the transaction under way has changed its favourites.
    var isTouched = false
  }

  /// How many are kept; some three megabytes.
  static let limit = 8192

  private var places: [PhotoID: Int] = [:]
  private var entries: [Entry] = []

  /// The entry at a place.
  subscript(place: Int) -> Entry {
    _read { yield entries[place] }
    _modify { yield &entries[place] }
  }

  /// Where a photo stands; `nil` where it is not kept.
  func place(of id: PhotoID) -> Int? { places[id] }

  /// Keeps a photo.
  mutating func insert(_ record: PhotoRecord, number: Int64) -> Int {
    places[record.id] = entries.count
    entries.append(Entry(number: number, record: record))
    return entries.count - 1
  }

  /// Forgets all, where more are kept than should be. Never within a transaction: what it has made of a photo is
  /// nowhere else.
  mutating func trim() {
    if entries.count > Self.limit { removeAll() }
  }

  /// Forgets all.
  mutating func removeAll() {
    places.removeAll()
    entries.removeAll()
  }
}
