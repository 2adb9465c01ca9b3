// SPDX-License-Identifier: Apache-2.0

import TestKit
import Glibc
import WoofCore
import WoofCryptography
import WoofModel
import WoofStorage

/// A store with the records of many photos of several accounts, whose words are as rare and as common as those of people are.
struct LibraryFill {
  /// An account that has nine of ten photos, one of three of them private.
  let owner: Account
  /// Accounts that have few photos each.
  let members: [Account]
  let storage: EmbeddedStorage
  private let folder: DataFolder
  private let names: [String]
  private let ids = PhotoIDGenerator(time: SystemTimeSource())
  private var random = SeededGenerator(seed: 1)
  private(set) var count = 0

  /// Opens a new store in a folder.
  init(at path: String) async throws {
    folder = try DataFolder.open(at: path, for: .service)
    var configuration = EmbeddedStoreConfiguration()
    configuration.scrubByteRate = 0
    storage = try EmbeddedStorage(in: folder, configuration: configuration)
    owner = try await Self.account("ada", in: storage)
    var members: [Account] = []
    for number in 1...50 { members.append(try await Self.account("member\(number)", in: storage)) }
    self.members = members
    var random = SeededGenerator(seed: 2)
    names = (0..<5000).map { _ in Self.name(by: &random) }
  }

  /// Closes the store.
  func close() async {
    await storage.close()
    folder.close()
  }

  /// Adds so many photos, as many at once as a busy service does.
  ///
  /// - Returns: Their ids.
  @discardableResult
  mutating func add(_ count: Int, atOnce: Int = 256) async throws -> [PhotoID] {
    var ids: [PhotoID] = []
    while ids.count < count {
      let drafts = try (0..<min(count - ids.count, atOnce)).map { _ in try draft() }
      let records = storage.records
      try await withThrowingTaskGroup(of: Void.self) { group in
        for draft in drafts { group.addTask { _ = try await records.addPhoto(draft, idempotency: nil) } }
        try await group.waitForAll()
      }
      ids += drafts.map(\.id)
    }
    return ids
  }

  /// A photo with some words that all have, some that every second or third has, and some that few have.
  mutating func draft() throws -> PhotoDraft {
    count += 1
    let number = count
    guard let digest = Digest(SHA256.digest(of: Array("\(number)".utf8))) else { throw POSIXFailure(number: EINVAL) }
    let account = number % 10 == 0 ? members[number / 10 % members.count] : owner
    var words = ["A dog at the lake,", "Hundefotografie", number % 2 == 0 ? "even" : "odd"]
    if number % 3 == 0 { words.append("third") }
    if number % 5000 == 0 { words += ["unicorn", "犬の写真"] }
    for _ in 0..<4 { words.append(names[Int.random(in: 0..<names.count, using: &random)]) }
    let day = Int64.random(in: 0..<3650, using: &random)
    var draft = PhotoDraft(
      id: ids.next(), owner: Principal(account),
      original: PhotoRecord.Original(digest: digest, byteCount: 1, type: .jpeg, width: 4032, height: 3024),
      caption: words.joined(separator: " "), visibility: account == owner && number % 3 == 0 ? .private : .public,
      createdAt: SystemTimeSource().now())
    draft.original.takenAt = Timestamp(milliseconds: 1_420_070_400_000 + day * 86_400_000 + Int64(number))
    draft.fileName = "IMG_\(number).jpg"
    draft.annotations = PhotoAnnotations(camera: PhotoCamera(make: "Canon", model: "EOS R5", lens: "RF24-105mm"))
    return draft
  }

  private static func account(_ text: String, in storage: EmbeddedStorage) async throws -> Account {
    guard let name = AccountName(text) else { throw POSIXFailure(number: EINVAL) }
    let hash = try PasswordHash(hashing: "woof", cost: PasswordHash.Cost(logarithmOfN: 1))
    return try await storage.records.addAccount(
      name, passwordHash: hash, isAdministrator: false, at: SystemTimeSource().now())
  }

  private static func name(by random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 2...5, using: &random)).map { _ in
      String("bcdfghklmnprstvw".randomElement(using: &random) ?? "b")
        + String("aeiou".randomElement(using: &random) ?? "a")
    }.joined()
  }
}
