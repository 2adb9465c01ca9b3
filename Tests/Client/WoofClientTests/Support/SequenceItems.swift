// SPDX-License-Identifier: Apache-2.0

import WoofClient

/// Reads a sequence to its end.
func items<Items: AsyncSequence>(_ sequence: Items) async throws -> [Items.Element] {
  var items: [Items.Element] = []
  for try await item in sequence { items.append(item) }
  return items
}

/// Reads a sequence to its end, and returns the ids of its items.
func ids<Items: AsyncSequence>(_ sequence: Items) async throws -> [Items.Element.ID]
where Items.Element: Identifiable {
  try await items(sequence).map(\.id)
}

/// Reads the photos of a list to its end, and returns their ids.
func ids(_ photos: PhotoSequence) async throws -> [PhotoID] { try await items(photos).map(\.id) }

extension ItemPage {
  /// A page of two items of a list.
  ///
  /// - Parameter cursor: The place at which it begins; `nil` for the beginning of the list.
  static func sample(of all: [Item], after cursor: PageCursor?) -> ItemPage {
    let start = cursor.flatMap { Int($0.rawValue) } ?? 0
    let end = min(start + 2, all.count)
    return ItemPage(items: Array(all[start..<end]), next: end < all.count ? PageCursor(rawValue: "\(end)") : nil)
  }
}
