// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The response to an upload that the library has taken in.
struct PhotoAdditionResponse: Sendable {
  let library: PhotoLibrary
  let favourites: FavouriteLibrary

  /// The response: the metadata of the photo, and its place. A replayed request gets the status of the first response, with
  /// the metadata as they are by now.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `gone` where the photo of a replayed request is not there any more.
  func response(to addition: PhotoAddition, _ principal: Principal) async throws -> HTTPResponse {
    switch addition {
    case .added(let record):
      return located(PhotoResponse.photo(201, record, for: principal, isFavourite: false), record.id)
    case .duplicate(let record): return try await known(record, 200, principal)
    case .replayed(let stored):
      let photo = try await library.photo(ofReplayed: stored, for: principal)
      return try await known(photo, stored.isNew ? 201 : 200, principal)
    }
  }

  private func known(
    _ record: PhotoRecord, _ status: HTTPStatus, _ principal: Principal
  ) async throws -> HTTPResponse {
    let liked = try await favourites.liked(among: [record], by: principal)
    return located(
      PhotoResponse.photo(status, record, for: principal, isFavourite: liked.contains(record.id)), record.id)
  }

  private func located(_ response: HTTPResponse, _ id: PhotoID) -> HTTPResponse {
    var response = response
    response.fields.append(.location, "/v1/photos/\(id)")
    return response
  }
}

extension PhotoLibrary {
  /// The photo of a request that comes again.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `gone` where it is not there any more, `internal` or `unavailable`.
  func photo(ofReplayed stored: StoredResponse, for principal: Principal) async throws -> PhotoRecord {
    do {
      return try await photo(stored.photo, for: principal)
    } catch WoofError.Code.gone, WoofError.Code.notFound {
      throw WoofError(
        .gone,
        "This request made a photo that is not there any more; send it as a new one, with a new key where it has one.",
        details: ["photo": .string(stored.photo.description)])
    }
  }
}
