// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// The photos that the writer has used lately, as they are now: what pending favourites and the transaction under way
/// have made of them included.
struct HotPhotos {
  private struct Entry {
    let number: Int64
    var record: PhotoRecord
    var isTouched = false
  }

  /// The approximate size in bytes beyond which ``trim()`` forgets all photos.
  static let byteLimit = 4 << 20
  /// About how many bytes a variant takes.
  private static let variantByteCount = 320

  private var places: [PhotoID: Int] = [:]
  private var entries: [Entry] = []
  private var byteCount = 0

  /// The photo at a place.
  func record(at place: Int) -> PhotoRecord { entries[place].record }

  /// The number of the photo at a place.
  func number(at place: Int) -> Int64 { entries[place].number }

  /// Returns `true` if the transaction under way has changed the favourites of the photo at a place.
  func isTouched(at place: Int) -> Bool { entries[place].isTouched }

  /// Notes what the photo at a place has become.
  mutating func update(_ record: PhotoRecord, at place: Int) { entries[place].record = record }

  /// Notes that the transaction under way has changed its favourites.
  ///
  /// - Returns: `true` if it had not yet.
  mutating func touch(at place: Int) -> Bool {
    defer { entries[place].isTouched = true }
    return !entries[place].isTouched
  }

  /// Notes that its favourites are written.
  mutating func untouch(at place: Int) { entries[place].isTouched = false }

  /// Returns the place of a photo; `nil` if it is not kept.
  func place(of id: PhotoID) -> Int? { places[id] }

  /// Keeps a photo.
  mutating func insert(_ record: PhotoRecord, number: Int64) -> Int {
    places[record.id] = entries.count
    entries.append(Entry(number: number, record: record))
    byteCount += 2 * MemoryLayout<Entry>.stride + record.caption.utf8.count
    byteCount += record.variants.count * Self.variantByteCount
    return entries.count - 1
  }

  /// Forgets all, where more are kept than should be. Never within a transaction: what it has made of a photo is
  /// nowhere else.
  mutating func trim() {
    if byteCount > Self.byteLimit { removeAll() }
  }

  /// Forgets all.
  mutating func removeAll() {
    places.removeAll()
    entries.removeAll()
    byteCount = 0
  }
}
