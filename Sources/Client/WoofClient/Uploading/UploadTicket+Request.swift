// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import URLLoading

extension UploadTicket {
  /// Makes the request with which a background session uploads the photo: `PUT`, with the type and the digest of the bytes,
  /// and without a body, which the session takes from a file.
  ///
  /// A request that fails or whose response is lost may be sent again until ``expiresAt``: the same bytes get the same
  /// response. Its fields are read by ``UploadedTicket/init(response:)``.
  ///
  /// - Parameters:
  ///   - timeout: The seconds without progress after which the request fails; 60 by default. Background sessions of
  ///     Apple's systems send it again then.
  ///   - fileName: The name of the file, which only the owner is told (`PhotoMetadata.originalFileName`); none by default.
  ///     What a name does not hold is left out of it.
  /// - Throws: ``WoofError`` with the code `invalidRequest` where the ticket has no address, as in a list.
  public func request(timeout: TimeInterval = 60, fileName: String? = nil) throws -> URLRequest {
    guard let url else {
      throw WoofError(.invalidRequest, "This ticket has no address: it is told only when the ticket is issued.")
    }
    var request = URLRequest(url: url, timeoutInterval: timeout)
    request.httpMethod = "PUT"
    request.setValue(contentType.rawValue, forHTTPHeaderField: "Content-Type")
    request.setValue(ReprDigest.value(for: digest), forHTTPHeaderField: "Repr-Digest")
    if let name = fileName.flatMap(PhotoFileName.sanitized) {
      request.setValue(ContentDisposition.attachment(fileName: name), forHTTPHeaderField: "Content-Disposition")
    }
    return request
  }
}

/// The outcome of an upload by a ticket, read from the fields of its response alone.
public struct UploadedTicket: Hashable, Sendable {
  /// The id of the photo, which is stored durably.
  public var photo: PhotoID
  /// The SHA-256 of the bytes that are stored; `nil` where the service does not tell it.
  public var digest: Digest?
  /// `true` if the account had no photo with these bytes before.
  public var isNew: Bool

  /// Reads the fields of a response.
  ///
  /// - Throws: ``WoofError`` with ``WoofError/Code/invalidServerResponse`` where the status is not 200 or 201, or the fields
  ///   name no photo.
  public init(response: HTTPURLResponse) throws {
    let url = response.url ?? URL(fileURLWithPath: "/")
    guard [200, 201].contains(response.statusCode) else {
      throw WoofError(
        .invalidServerResponse, "The upload was refused with the status \(response.statusCode): ask for a new ticket.")
    }
    guard let id = response.value(forHTTPHeaderField: "Woof-Photo-Id").flatMap({ PhotoID($0) }) else {
      throw WoofError.incomplete(url, missing: "Woof-Photo-Id")
    }
    photo = id
    digest = response.value(forHTTPHeaderField: "Repr-Digest").flatMap { ReprDigest.digest(in: $0) }
    isNew = response.statusCode == 201
  }
}
