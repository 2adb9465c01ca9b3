// SPDX-License-Identifier: Apache-2.0

import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit

/// A library of random photos, and what a search of it has to find, word by word.
struct SearchModel {
  /// A photo as the model knows it.
  struct Photo {
    let number: Int
    var owner: Int
    var caption: [String]
    var visibility: Visibility
    let fileName: String
    let moment: Timestamp
    var isDeleted = false
  }

  static let names = ["ada", "bob", "cleo", "dora"]
  /// None begins as a date or the name of a month does, by which photos are found too.
  private static let words = [
    "whole", "half", "third", "rare", "w001xwhole", "hund", "hundefotografie", "hundefotograf", "Käthe", "q", "qu",
  ]

  private(set) var photos: [Photo] = []
  private var random: SeededGenerator

  init(photoCount: Int, seed: UInt64) {
    random = SeededGenerator(seed: seed)
    for number in 1...photoCount {
      let moment = Timestamp(milliseconds: 1_600_000_000_000 + Int64(random.below(photoCount / 2)) * 86_400_000)
      photos.append(
        Photo(
          number: number, owner: random.below(8) == 0 ? random.below(4) : 0, caption: caption(),
          visibility: visibility(), fileName: random.below(4) == 0 ? "third.jpg" : "", moment: moment))
    }
  }

  private mutating func caption() -> [String] {
    var words = ["whole"]
    if random.below(2) == 0 { words.append("half") }
    for _ in 0..<random.below(3) { words.append(Self.words[random.below(Self.words.count)]) }
    return words
  }

  private mutating func visibility() -> Visibility {
    [.public, .public, .public, .unlisted, .private][random.below(5)]
  }

  /// Adds the photos to stores.
  func add(to stores: StoresUnderTest, by accounts: [Principal]) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for photo in photos {
        group.addTask {
          try await stores.add(
            photo.number, by: accounts[photo.owner], caption: photo.caption.joined(separator: " "),
            visibility: photo.visibility, fileName: photo.fileName, takenAt: photo.moment)
        }
        // In the order of their numbers, as ids grow.
        if photo.number % 64 == 0 { try await group.waitForAll() }
      }
      try await group.waitForAll()
    }
  }

  /// Changes or deletes a random photo.
  mutating func changeOne(in stores: StoresUnderTest, by accounts: [Principal]) async throws {
    let index = random.below(photos.count)
    guard !photos[index].isDeleted else { return }
    var edit = PhotoEdit()
    switch random.below(4) {
    case 0:
      photos[index].caption = caption()
      edit = PhotoEdit(caption: photos[index].caption.joined(separator: " "))
    case 1:
      photos[index].visibility = visibility()
      edit = PhotoEdit(visibility: photos[index].visibility)
    case 2:
      photos[index].owner = random.below(accounts.count)
      edit = PhotoEdit(owner: accounts[photos[index].owner])
    default:
      photos[index].isDeleted = true
      edit = .deletion
    }
    try await stores.edit(Sample.photoID(photos[index].number), edit)
  }

  /// A text to look for.
  mutating func text() -> String {
    (0...random.below(4)).map { _ in
      let word = Self.words[random.below(Self.words.count)]
      return random.below(3) == 0 ? String(word.prefix(1 + random.below(word.count))) : word
    }.joined(separator: " ")
  }

  /// The photos that a reader finds, the latest first.
  func found(_ text: String, by reader: Int?) -> [Photo] {
    let words = text.split(separator: " ").map { Self.folded(String($0)) }
    guard let beginning = words.last else { return [] }
    let found = photos.filter { photo in
      let isOwn = photo.owner == reader
      guard !photo.isDeleted, photo.visibility == .public || isOwn else { return false }
      var all = photo.caption.map(Self.folded) + [Self.names[photo.owner], "jpeg"]
      if isOwn, !photo.fileName.isEmpty { all += ["third", "jpg"] }
      return words.dropLast().allSatisfy(all.contains) && all.contains { $0.hasPrefix(beginning) }
    }
    return found.sorted { ($0.moment, $0.number) > ($1.moment, $1.number) }
  }

  private static func folded(_ word: String) -> String { word.lowercased().replacing("ä", with: "a") }
}
