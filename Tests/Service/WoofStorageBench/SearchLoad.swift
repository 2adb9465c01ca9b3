// SPDX-License-Identifier: Apache-2.0

import WoofCore
import WoofModel
import WoofStorage

/// Measures searches by words among many photos, by rank, by date and by months.
struct SearchLoad {
  private static let rounds = 60
  private static let texts = [
    "unicorn", "zzz", "odd even", "d", "lake", "hundefotografie", "hundefotograf", "dog lake", "a dog lake",
    "dog unicorn", "a dog at the lake canon", "summer a dog at the lake", "\"a dog at the lake\" third", "犬の",
  ]

  let photoCount: Int
  let path: String

  func run() async throws {
    var library = try await LibraryFill(at: "\(path)/data")
    try await fill(&library)
    print(
      "\(library.count) photos; p50 and p99 in milliseconds, and of processor time, of the first page, of the tenth,")
    print("of the first by date, and of the months:")
    try await measure(library)
    await library.close()
  }

  private func fill(_ library: inout LibraryFill) async throws {
    let part = max(photoCount / 10, 1)
    for _ in 1...10 {
      let start = library.count
      let cost = try await Cost.of { try await library.add(part, atOnce: 64) }
      print("photos \(start + 1) to \(library.count), 64 at once: \(cost.rate(of: part))")
    }
  }

  private func measure(_ library: LibraryFill) async throws {
    let readers: [(String, AccountID?)] = [
      ("nobody", nil), ("a member", library.members[0].id), ("the owner", library.owner.id),
    ]
    for text in Self.texts {
      for (name, reader) in readers {
        let figures = try await [
          times(Self.rounds) { try await page(text, reader, library) },
          times(Self.rounds / 4) { try await tenth(text, reader, library) },
          times(Self.rounds / 6) { try await byDate(text, reader, library) },
          times(Self.rounds / 6) { try await months(text, reader, library) },
        ]
        print("  \(text), \(name): \(figures.joined(separator: " | "))")
      }
    }
  }

  private func page(_ text: String, _ reader: AccountID?, _ library: LibraryFill) async throws -> Cost {
    let query = PhotoTextQuery(try SearchText(text), scope: .readable(by: reader), limit: 50)
    return try await Cost.of { _ = try await library.storage.records.photos(matching: query) }
  }

  /// The time that the tenth page takes, or the last one.
  private func tenth(_ text: String, _ reader: AccountID?, _ library: LibraryFill) async throws -> Cost {
    var query = PhotoTextQuery(try SearchText(text), scope: .readable(by: reader), limit: 450)
    query.after = try await library.storage.records.photos(matching: query).last?.cursor
    query.limit = 50
    return try await Cost.of { [query] in _ = try await library.storage.records.photos(matching: query) }
  }

  private func byDate(_ text: String, _ reader: AccountID?, _ library: LibraryFill) async throws -> Cost {
    let query = PhotoQuery(scope: .readable(by: reader), order: .taken, text: try SearchText(text), limit: 50)
    return try await Cost.of { _ = try await library.storage.records.photos(query) }
  }

  private func months(_ text: String, _ reader: AccountID?, _ library: LibraryFill) async throws -> Cost {
    let view = TimelineView.found(try SearchText(text), by: reader)
    return try await Cost.of { _ = try await library.storage.records.months(of: view) }
  }

  private func times(_ count: Int, _ body: () async throws -> Cost) async throws -> String {
    var costs: [Cost] = []
    for _ in 0..<max(count, 3) { costs.append(try await body()) }
    return Cost.summary(costs)
  }
}
