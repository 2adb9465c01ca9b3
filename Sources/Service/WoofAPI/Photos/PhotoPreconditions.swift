// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Tells clients whose precondition failed what the photo is like by now, so that they need not ask.
struct PhotoPreconditions: Sendable {
  let library: PhotoLibrary
  let favourites: FavouriteLibrary

  /// Does something that depends on a photo. Where that fails with `precondition-failed`, the error has the photo's
  /// metadata, as the reader sees them, in the member `photo`.
  ///
  /// - Throws: What `body` throws; ``WoofModel/WoofError`` with the code `not-found` or `gone` where the reader sees the
  ///   photo no longer.
  func telling(
    _ reader: Principal?, of id: PhotoID, _ body: () async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    do {
      return try await body()
    } catch var error as WoofError where error.code == .preconditionFailed {
      error.details["photo"] = try await metadata(of: id, for: reader)
      throw error
    }
  }

  private func metadata(of id: PhotoID, for reader: Principal?) async throws -> JSONValue? {
    let record = try await library.photo(id, for: reader)
    let liked = try await favourites.liked(among: [record], by: reader)
    let bytes = PhotoJSON.bytes(of: record, for: reader?.id, isFavourite: reader.map { _ in liked.contains(id) })
    return try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
  }
}
