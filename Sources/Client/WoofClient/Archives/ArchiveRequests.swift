// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The photos of an archive.
public enum ArchiveSelection: Hashable, Sendable {
  /// All of an album that the account sees, in its order.
  case album(AlbumID)
  /// These photos, each once, in this order; 1 to 10,000.
  case photos([PhotoID])
}

/// `POST /v1/archives`: asks for an address at which photos are downloaded as one ZIP file, without a credential.
public struct MakeArchiveRequest: APIRequest, Hashable {
  /// The photos.
  public var selection: ArchiveSelection

  /// Makes the request.
  public init(_ selection: ArchiveSelection) { self.selection = selection }

  private struct Members: Encodable {
    var album: AlbumID?
    var photos: [PhotoID]?
  }

  /// `POST`.
  public var method: HTTPMethod { .post }
  /// `/v1/archives`.
  public var path: String { "/v1/archives" }
  /// An address more, which nobody has, does no harm.
  public var isIdempotent: Bool { true }
  /// The album, or the photos.
  public var content: RequestContent? {
    get throws {
      switch selection {
      case .album(let id): try .json(Members(album: id))
      case .photos(let ids): try .json(Members(photos: ids))
      }
    }
  }

  /// Reads the archive, and completes its address.
  ///
  /// - Throws: ``WoofError`` with ``WoofError/Code/invalidServerResponse`` where the address is none of an archive, or the
  ///   file name would leave a folder or hide the file; `DecodingError`.
  public func response(from response: APIResponse) throws -> MadeArchive {
    var archive = try response.json(MadeArchive.self)
    let secret = archive.url.lastPathComponent
    guard archive.url.relativeString == "\(path)/\(secret)", SharedLink.isToken(secret) else {
      throw WoofError.incomplete(response.url, missing: "the address of an archive")
    }
    archive.url = response.url.appendingPathComponent(secret)
    archive.fileName = try ContentDisposition.safeFileName(archive.fileName, from: response.url)
    return archive
  }
}

/// The archive to download.
public enum ArchiveSource: Hashable, Sendable {
  /// An archive that was asked for, without a credential.
  case made(MadeArchive)
  /// The photos of an album that the account sees.
  case album(AlbumID)
  /// The photos that a share link shows, without a credential, where it allows downloads.
  case shared(SharedLink)

  var path: String {
    switch self {
    case .made(let archive): "/v1/archives/\(ServiceAddress.encoded(archive.url.lastPathComponent))"
    case .album(let id): "\(id.path)/archive"
    case .shared(let link): "\(link.path)/archive"
    }
  }

  /// The fields that open the link, where there is one.
  var fields: [String: String] { if case .shared(let link) = self { link.fields } else { [:] } }

  /// `false` where the address is all that is needed.
  var sendsCredential: Bool { if case .album = self { true } else { false } }

  /// The number of bytes, as far as it was told; `nil` if it is not known.
  var byteCount: Int64? { if case .made(let archive) = self { archive.byteCount } else { nil } }
}
