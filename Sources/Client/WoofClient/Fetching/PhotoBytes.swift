// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The bytes to fetch: the original or a variant of a photo, with the digest and the size that they must have.
public struct PhotoBytes: Hashable, Sendable {
  /// The id of the photo.
  public var id: PhotoID
  /// The name of a variant; `nil` for the original.
  public var variant: String?
  /// The digest that the bytes must have; `nil` to trust the one that comes with them.
  public var digest: Digest?
  /// The number of bytes that there must be; `nil` if it is not known.
  public var byteCount: Int64?
  /// The share link by which the bytes are fetched, without a credential; `nil`, as usual, to fetch them as an account.
  public var link: SharedLink?

  /// Means the original of a photo of which nothing but its id is known.
  public static func original(of id: PhotoID) -> PhotoBytes { PhotoBytes(id: id) }

  /// Means the original of a photo.
  public static func original(of photo: PhotoMetadata) -> PhotoBytes {
    PhotoBytes(id: photo.id, digest: photo.digest, byteCount: photo.byteCount)
  }

  /// Means a variant of a photo; one that the metadata does not list is asked for all the same. As the service may have
  /// made it anew since the metadata were read, its bytes are compared with the digest that comes with them.
  public static func variant(_ name: String, of photo: PhotoMetadata) -> PhotoBytes {
    .variant(name, of: photo.id)
  }

  /// Means a variant of a photo of which nothing but its id is known. Its bytes are compared with the digest that comes
  /// with them.
  public static func variant(_ name: String, of id: PhotoID) -> PhotoBytes { PhotoBytes(id: id, variant: name) }

  /// Means the original of a photo that a share link shows, where the link allows that; where it leaves places out, a copy
  /// without them.
  public static func original(of id: PhotoID, sharedBy link: SharedLink) -> PhotoBytes {
    PhotoBytes(id: id, link: link)
  }

  /// Means a variant of a photo that a share link shows.
  public static func variant(_ name: String, of id: PhotoID, sharedBy link: SharedLink) -> PhotoBytes {
    PhotoBytes(id: id, variant: name, link: link)
  }

  var path: String {
    let photo = "\(link?.path ?? "/v1")/photos/\(id)"
    guard let variant else { return "\(photo)/original" }
    return "\(photo)/variants/\(ServiceAddress.encoded(variant))"
  }

  /// The fields that open the link, where there is one.
  var fields: [String: String] { link?.fields ?? [:] }
}

/// A photo that was fetched, checked and accepted by all transformers.
public struct FetchedPhoto: Hashable, Sendable {
  /// The id of the photo.
  public var id: PhotoID
  /// The bytes.
  public var data: Data
  /// The digest that they have.
  public var digest: Digest
  /// The findings of the transformers: format, size as displayed, time of taking.
  public var findings: PhotoFindings

  /// Makes a fetched photo.
  public init(id: PhotoID, data: Data, digest: Digest, findings: PhotoFindings) {
    self.id = id
    self.data = data
    self.digest = digest
    self.findings = findings
  }

  /// Makes a fetched photo with the digest of its bytes, as tests do.
  ///
  /// - Parameter findings: The findings of the transformers; none by default.
  /// - Throws: ``WoofError`` with the code `internal` where there is no memory for the digest.
  public init(id: PhotoID, data: Data, findings: PhotoFindings = PhotoFindings()) throws {
    self.init(id: id, data: data, digest: try Digest(of: data), findings: findings)
  }
}

/// A photo that was put into a file, checked and accepted by all transformers.
public struct DownloadedPhoto: Hashable, Sendable {
  /// The id of the photo.
  public var id: PhotoID
  /// The file in which the photo is now.
  public var file: URL
  /// The digest that its bytes have.
  public var digest: Digest
  /// The findings of the transformers: format, size as displayed, time of taking.
  public var findings: PhotoFindings

  /// Makes a downloaded photo.
  public init(id: PhotoID, file: URL, digest: Digest, findings: PhotoFindings) {
    self.id = id
    self.file = file
    self.digest = digest
    self.findings = findings
  }
}
