// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

/// Responses that carry metadata of photos.
enum PhotoResponse {
  /// The metadata of one photo, as a reader may see it.
  static func photo(
    _ status: HTTPStatus, _ record: PhotoRecord, for reader: Principal?, isFavourite: Bool?,
    annotations: PhotoAnnotations? = nil
  ) -> HTTPResponse {
    HTTPResponse(
      status, fields: metadataFields(of: record, isFavourite: isFavourite),
      body: .bytes(
        HTTPBytes(
          PhotoJSON.bytes(of: record, for: reader?.id, isFavourite: isFavourite, annotations: annotations))))
  }

  /// The head fields of metadata: it may be kept, but must be checked, and differs by who asks.
  static func metadataFields(of record: PhotoRecord, isFavourite: Bool?) -> HTTPFields {
    var fields = metadataFields
    if let tag = PhotoEntityTag.tag(of: record, isFavourite: isFavourite) { fields.append(.eTag, tag.description) }
    return fields
  }

  /// A page of a list.
  ///
  /// - Parameters:
  ///   - next: The cursor of the next page; `nil` on the last one.
  ///   - reader: The account that asked; nobody learns what anybody else likes.
  ///   - liked: The photos of the page that the reader likes.
  ///   - guestNames: The names of guests who added photos to the reader's album; none by default.
  static func page(
    _ records: [PhotoRecord], next: String?, likedBy reader: Principal?, liked: Set<PhotoID>,
    guestNames: [PhotoID: String] = [:]
  ) -> HTTPResponse {
    let bytes = PageRendering.bytes(of: records, next: next, itemByteCount: 640) { record, writer in
      PhotoJSON.write(
        record, for: reader?.id, isFavourite: reader.map { _ in liked.contains(record.id) },
        guestName: guestNames[record.id], to: &writer)
    }
    return json(200, bytes)
  }

  /// A page of photos that their owner has deleted and can restore.
  ///
  /// - Parameter next: The cursor of the next page; `nil` on the last one.
  static func page(_ photos: [DeletedPhoto], next: String?, for owner: Principal) -> HTTPResponse {
    json(200, PageRendering.bytes(of: photos, next: next) { PhotoJSON.write($0, for: owner.id, to: &$1) })
  }

  /// Any JSON that must not be used again unchecked.
  static func json(_ status: HTTPStatus, _ bytes: [UInt8]) -> HTTPResponse {
    HTTPResponse(status, fields: metadataFields, body: .bytes(HTTPBytes(bytes)))
  }

  private static let metadataFields = HTTPFields([
    .contentType: "application/json", .cacheControl: "no-cache", .vary: "Authorization, Cookie",
  ])
}
