// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofImages

extension APIService {
  /// Asks for a ticket with which a photo is uploaded without a credential. The bytes are read once, for their digest, their
  /// length and their format; they are not sent.
  ///
  /// - Parameter upload: The photo. The name of its file is no part of a ticket;
  ///   ``UploadTicket/request(timeout:fileName:)`` sends it.
  /// - Throws: ``WoofError``, as with ``WoofError/Code/fileNotReadable``, `unsupportedMediaType` where the bytes are no
  ///   picture of a known format, `payloadTooLarge`, or `insufficientStorage` where the account has too many tickets or
  ///   photos; `CancellationError` when the task is cancelled.
  public func uploadTicket(for upload: PhotoUpload) async throws -> UploadTicket {
    let (digest, byteCount) = try await upload.source.measured()
    guard let type = try upload.source.type() else {
      throw WoofError(.unsupportedMediaType, "The bytes are no picture that the service knows: no ticket is asked for.")
    }
    return try await response(
      to: UploadTicketRequest(
        digest: digest, byteCount: byteCount, contentType: type, caption: upload.caption,
        visibility: upload.visibility))
  }

  /// The account's tickets that have not expired, the newest first, asked for page by page as they are read. They have no
  /// address.
  ///
  /// - Parameter pageSize: The number of tickets in one request, from 1 to 500; 50 by default.
  public func uploadTickets(pageSize: Int? = nil) -> UploadTicketSequence {
    UploadTicketSequence(self) { UploadTicketPageRequest(limit: pageSize, after: $0) }
  }

  /// Revokes a ticket: nothing can be uploaded with it any more. The photo of one that has been used stays.
  ///
  /// - Parameter id: The ``UploadTicket/id`` of the ticket.
  /// - Throws: ``WoofError``, as with `notFound` where the account has no such ticket; `CancellationError` when the task is
  ///   cancelled.
  public func revokeUploadTicket(_ id: String) async throws {
    try await response(to: RevokeUploadTicketRequest(id: id))
  }
}

extension PhotoUpload.Source {
  /// So many bytes tell the format of any picture.
  private static let prefixByteCount = 1024

  /// Reads the bytes for their digest and their number.
  fileprivate func measured() async throws -> (digest: Digest, byteCount: Int64) {
    switch self {
    case .file(let file): try await Digest.reading(file)
    case .data(let data): (try Digest(of: data), Int64(data.count))
    }
  }

  /// The format that the first bytes tell; `nil` where they are of no picture.
  fileprivate func type() throws -> ImageType? {
    var sniffer = ImageTypeSniffer()
    _ = sniffer.consume(Array(try prefix()).span.bytes)
    guard case .type(let type) = sniffer.verdict else { return nil }
    return type
  }

  private func prefix() throws -> Data {
    switch self {
    case .data(let data): return data.prefix(Self.prefixByteCount)
    case .file(let file):
      do {
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        return try handle.read(upToCount: Self.prefixByteCount) ?? Data()
      } catch {
        throw WoofError(
          .fileNotReadable, "\(file.path) cannot be read: check its name and who may read it.", cause: error)
      }
    }
  }
}
