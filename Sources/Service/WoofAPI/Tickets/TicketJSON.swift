// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Reads and writes tickets as the wire contract has them.
enum TicketJSON {
  private static let members = ["digest", "byteCount", "contentType", "caption", "visibility"]

  /// The photo for which a request wants a ticket.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `length-required`, `unsupported-media-type`, `payload-too-large`,
  ///   `invalid-request`, `invalid-parameter`, or `digest-mismatch`.
  static func read(
    from request: HTTPRequest, byteLimit limit: Int64, defaultVisibility: Visibility
  ) async throws -> UploadTicket.Promise {
    let values = try await JSONBody.object(of: request, allowing: members)
    guard case .string(let text)? = values["digest"], let digest = Digest(text) else {
      throw RouteQuery.invalid("digest", "The member must be the SHA-256 of the bytes, as sha256- and Base64 for URLs.")
    }
    guard case .integer(let byteCount)? = values["byteCount"], byteCount > 0 else {
      throw RouteQuery.invalid("byteCount", "The member must be the number of the bytes.")
    }
    guard byteCount <= limit else {
      throw WoofError(.payloadTooLarge, "A photo has at most \(limit) bytes.", details: ["limit": .integer(limit)])
    }
    guard case .string(let name)? = values["contentType"], let type = ImageType(rawValue: name) else {
      let types = ImageType.allCases.map(\.rawValue).joined(separator: ", ")
      throw RouteQuery.invalid("contentType", "The member must be one of \(types).")
    }
    return UploadTicket.Promise(
      digest: digest, byteCount: byteCount, type: type, caption: try caption(values["caption"]),
      visibility: try visibility(values["visibility"], default: defaultVisibility))
  }

  private static func caption(_ value: JSONValue?) throws -> String {
    switch value {
    case nil: ""
    case .string(let caption)?: try Caption.checked(caption)
    default: throw RouteQuery.invalid("caption", "The member must be a string.")
    }
  }

  private static func visibility(_ value: JSONValue?, default standard: Visibility) throws -> Visibility {
    guard let value else { return standard }
    guard case .string(let text) = value else {
      throw RouteQuery.invalid("visibility", "The member must be a string.")
    }
    return try JSONBody.visibility(text)
  }

  /// A new ticket, with the address that is told this once.
  static func bytes(of ticket: UploadTicket, at url: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("url")
    writer.value(url)
    writeMembers(of: ticket, to: &writer)
    writer.endObject()
    return writer.bytes
  }

  /// A page of tickets.
  ///
  /// - Parameter next: The cursor of the next page; `nil` on the last one.
  static func bytes(of tickets: [UploadTicket], next: String?) -> [UInt8] {
    PageRendering.bytes(of: tickets, next: next) { ticket, writer in
      writer.beginObject()
      writeMembers(of: ticket, to: &writer)
      writer.endObject()
    }
  }

  private static func writeMembers(of ticket: UploadTicket, to writer: inout JSONWriter) {
    writer.name("id")
    writer.value(ticket.id.description)
    writer.name("digest")
    writer.value(ticket.photo.digest.description)
    writer.name("byteCount")
    writer.value(ticket.photo.byteCount)
    writer.name("contentType")
    writer.value(ticket.photo.type.rawValue)
    writer.name("caption")
    writer.value(ticket.photo.caption)
    writer.name("visibility")
    writer.value(ticket.photo.visibility.rawValue)
    writer.name("createdAt")
    writer.value(ticket.createdAt)
    writer.name("expiresAt")
    writer.value(ticket.expiresAt)
    if let use = ticket.use {
      writer.name("photo")
      writer.value(use.photo)
    }
  }
}
