// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import WoofAdministration
internal import WoofHTTP
internal import WoofModel

/// Responses of the admin API, which nobody keeps.
enum AdministrationResponse {
  /// A value as JSON.
  ///
  /// - Throws: `EncodingError` where the value cannot be written, which is a defect.
  static func json(_ status: HTTPStatus, _ value: some Encodable) throws -> HTTPResponse {
    .unstoredJSON(status, try bytes(of: value))
  }

  /// A page of values, of which all are at hand; `after` is the key of the last one that is known.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter`.
  static func page<Item: Codable & Hashable & Sendable>(
    _ items: [Item], by key: (Item) -> String, _ query: RouteQuery
  ) throws -> HTTPResponse {
    let limit = try query.pageLimit()
    let rest = query["after"].map { after in items.filter { key($0) > after } } ?? items
    let page = Array(rest.prefix(limit))
    return try json(200, AdminPage(items: page, next: rest.count > limit ? page.last.map(key) : nil))
  }

  /// The bytes of a value as JSON.
  ///
  /// - Throws: `EncodingError` where the value cannot be written, which is a defect.
  static func bytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value))
  }

  static let fields = HTTPResponse.unstoredJSONFields
}
