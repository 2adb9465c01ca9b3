// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel

/// The photos that a command's arguments select: by ids, all of them, one's own, or those of an account.
struct PhotoSelection: Sendable {
  private let references: [PhotoReference]
  private let isAll: Bool
  private let isMine: Bool
  private let owner: String?

  init(from reader: inout ArgumentReader) {
    isAll = reader.flag("--all", "All photos that there are.")
    isMine = reader.flag("--mine", "All photos of who signs in, private ones too.")
    owner = reader.option("--owner", .text("NAME"), "All photos of this account.")
    references = PhotoReference.any(from: &reader, "The photos' ids, as dogs list shows them, or their beginnings.")
    let ways = [!references.isEmpty, isAll, isMine, owner != nil].filter(\.self).count
    if ways != 1, !reader.hasMistakes {
      reader.refuse(because: "say which photos: their ids, or one of --all, --mine and --owner")
    }
  }

  /// The photos, each once, and what became of those that nothing is told of.
  ///
  /// - Throws: `WoofError` where it makes no sense to go on with others.
  func photos(of client: WoofClient) async throws -> (found: [PhotoMetadata], failures: [TransferResult]) {
    guard references.isEmpty else { return try await named(client) }
    var photos: [PhotoMetadata] = []
    var seen: Set<PhotoID> = []
    let list = isMine ? client.ownPhotos(pageSize: 500) : client.photos(owner: owner, pageSize: 500)
    for try await photo in list where seen.insert(photo.id).inserted { photos.append(photo) }
    return (photos, [])
  }

  private func named(_ client: WoofClient) async throws -> (found: [PhotoMetadata], failures: [TransferResult]) {
    var photos: [PhotoMetadata] = []
    var failures: [TransferResult] = []
    var seen: Set<PhotoID> = []
    let search = PhotoSearch(client: client)
    for reference in references {
      do {
        let id = try await search.id(of: reference)
        if seen.insert(id).inserted { photos.append(try await client.photo(id)) }
      } catch {
        failures.append(try reference.failed(error))
      }
    }
    return (photos, failures)
  }
}
