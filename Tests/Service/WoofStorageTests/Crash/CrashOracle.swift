// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofCore
import WoofModel
import WoofStorage

/// Knows from logs what stores must hold.
struct CrashOracle {
  private struct Favourite: Hashable {
    let photo: PhotoID
    let account: AccountID
  }

  private var added: Set<PhotoID> = []
  private var deletionBegun: Set<PhotoID> = []
  private var deleted: Set<PhotoID> = []
  /// What each favourite may be: what was acknowledged last, or what was begun after it.
  private var favourites: [Favourite: Set<Bool>] = [:]
  private(set) var acknowledgementCount = 0

  /// Reads the log of one more run.
  mutating func read(_ path: String) throws {
    for line in try Self.text(of: path).split(separator: "\n") {
      guard let space = line.firstIndex(of: " "), let deed = Deed(String(line[line.index(after: space)...])) else {
        // The last line may have been cut.
        continue
      }
      if line.hasPrefix("done") { note(completed: deed) } else { note(begun: deed) }
    }
  }

  /// Compares the stores with what they must hold.
  func check(_ records: EmbeddedStore) async throws {
    for id in added {
      let record = try await records.photo(id)
      #expect(record != nil, "an added photo is lost")
      if deleted.contains(id) { #expect(record?.isDeleted == true, "a deleted photo is back") }
      if !deletionBegun.contains(id) { #expect(record?.isDeleted == false, "a photo is gone") }
    }
    for (favourite, possible) in favourites where !deletionBegun.contains(favourite.photo) {
      let found = try await records.favourites(among: [favourite.photo], of: favourite.account)
      #expect(possible.contains(!found.isEmpty), "a favourite is not as it was answered")
    }
  }

  private mutating func note(begun deed: Deed) {
    switch deed {
    case .add: break
    case .delete(let id): deletionBegun.insert(id)
    case .like(let id, let account, let isFavourite):
      favourites[Favourite(photo: id, account: account), default: [false]].insert(isFavourite)
    }
  }

  private mutating func note(completed deed: Deed) {
    acknowledgementCount += 1
    switch deed {
    case .add(let id): added.insert(id)
    case .delete(let id): deleted.insert(id)
    case .like(let id, let account, let isFavourite):
      favourites[Favourite(photo: id, account: account)] = [isFavourite]
    }
  }

  private static func text(of path: String) throws -> String {
    let files = SystemFileSystem()
    guard let descriptor = try files.openFile(at: path) else { return "" }
    defer { files.close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Int(try files.byteCount(of: descriptor)))
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }
}
