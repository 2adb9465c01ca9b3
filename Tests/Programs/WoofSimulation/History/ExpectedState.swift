// SPDX-License-Identifier: Apache-2.0

import WoofModel

/// The state that the service has to have, by what it has acknowledged.
struct ExpectedState: Sendable {
  /// A photo that was acknowledged.
  struct Photo: Sendable {
    var owner: String
    var caption: String
    var likers: Set<String> = []
    /// `true` once its deletion has been asked for.
    var isLeaving = false
    /// `true` once its deletion has been acknowledged.
    var isGone = false
  }

  /// Every photo, in the order in which they were acknowledged.
  private(set) var photos: [PhotoID: Photo] = [:]
  private(set) var order: [PhotoID] = []
  /// The number of acknowledgements.
  private(set) var acknowledgementCount = 0

  /// Photos that nobody deletes, in their order.
  var liveIDs: [PhotoID] { order.filter { photos[$0]?.isLeaving == false } }

  /// Photos of an account that nobody deletes, in their order.
  func liveIDs(of owner: String) -> [PhotoID] { liveIDs.filter { photos[$0]?.owner == owner } }

  /// `true` if somebody has asked for a photo's deletion.
  func isLeaving(_ id: PhotoID) -> Bool { photos[id]?.isLeaving == true }

  /// Notes that a photo is to go.
  mutating func willDelete(_ id: PhotoID) { photos[id]?.isLeaving = true }

  /// Notes something that was acknowledged.
  mutating func acknowledge(_ id: PhotoID, _ change: (inout Photo) -> Void) {
    acknowledgementCount += 1
    guard var photo = photos[id] else { return }
    change(&photo)
    photos[id] = photo
  }

  /// Notes a photo that was acknowledged.
  mutating func add(_ id: PhotoID, _ photo: Photo) {
    acknowledgementCount += 1
    if photos.updateValue(photo, forKey: id) == nil { order.append(id) }
  }

  /// Compares what an account sees with what it has to see.
  ///
  /// - Returns: What is wrong.
  func problems(in seen: [PhotoID: PhotoMetadata], by account: String) -> [String] {
    var problems: [String] = []
    for id in order {
      guard let expected = photos[id] else { continue }
      guard let photo = seen[id] else {
        if !expected.isGone { problems.append("\(account) misses the photo \(id)") }
        continue
      }
      if expected.isGone { problems.append("\(account) sees the deleted photo \(id)") }
      if photo.caption != expected.caption {
        problems.append("\(id) is captioned \(photo.caption), and not \(expected.caption)")
      }
      if photo.favouriteCount != expected.likers.count || photo.isFavourite != expected.likers.contains(account) {
        problems.append(
          "\(account) sees \(photo.favouriteCount) likes of \(id), own \(photo.isFavourite == true); right are "
            + "\(expected.likers.sorted())")
      }
    }
    for id in seen.keys.sorted() where photos[id] == nil { problems.append("\(account) sees the unknown photo \(id)") }
    return problems
  }
}
