internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The answer to an upload that the library has taken in.
struct PhotoAdditionAnswer: Sendable {
  let library: PhotoLibrary

  /// What is kept of the answer under an idempotency key.
  static func stored(_ record: PhotoRecord, isNew: Bool) -> (status: Int, body: [UInt8]) {
    (isNew ? 201 : 200, PhotoJSON.bytes(of: record, isFavourite: isNew ? false : nil))
  }

  /// The answer: the metadata of the photo, and its place.
  func answer(to addition: PhotoAddition, _ principal: Principal) async throws -> HTTPResponse {
    switch addition {
    case .added(let record):
      return located(PhotoAnswer.photo(201, record, isFavourite: false), record.id)
    case .duplicate(let record):
      return try await known(record, principal)
    case .replayed(let stored) where stored.status == 201:
      return located(PhotoAnswer.json(201, stored.body), stored.photo)
    case .replayed(let stored):
      return try await known(try await library.photo(stored.photo, for: principal), principal)
    }
  }

  private func known(_ record: PhotoRecord, _ principal: Principal) async throws -> HTTPResponse {
    let liked = try await library.favourites(among: [record], for: principal)
    return located(PhotoAnswer.photo(200, record, isFavourite: liked.contains(record.id)), record.id)
  }

  private func located(_ response: HTTPResponse, _ id: PhotoID) -> HTTPResponse {
    var response = response
    response.fields.append(.location, "/v1/photos/\(id)")
    return response
  }
}
