// SPDX-License-Identifier: Apache-2.0

/// An upload that the account has begun and not finished.
public struct OpenUpload: Codable, Hashable, Sendable {
  /// The path at which it is gone on with, by a request that tells the offset (`HEAD`) and others that bring the rest.
  public var location: String
  /// The number of bytes that have come.
  public var offset: Int64
  /// The number of all bytes; `nil` where nobody has said.
  public var length: Int64?
  /// The caption that the photo is to have.
  public var caption: String
  /// The people who are to read the photo.
  public var visibility: Visibility
  /// The name of the file; `nil` where it was not told.
  public var fileName: String?
  /// The SHA-256 of all bytes; `nil` where it was not told.
  public var digest: Digest?
  /// The time at which it was begun.
  public var createdAt: Timestamp
  /// The time until which it can be gone on with.
  public var expiresAt: Timestamp

  /// Makes an upload; a private photo without a caption by default.
  public init(
    location: String, offset: Int64, length: Int64? = nil, caption: String = "", visibility: Visibility = .private,
    fileName: String? = nil, digest: Digest? = nil, createdAt: Timestamp, expiresAt: Timestamp
  ) {
    self.location = location
    self.offset = offset
    self.length = length
    self.caption = caption
    self.visibility = visibility
    self.fileName = fileName
    self.digest = digest
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }
}

/// The uploads that the account has begun and not finished, the newest first.
public struct OpenUploadList: Codable, Hashable, Sendable {
  /// The uploads in their order.
  public var items: [OpenUpload]

  /// Makes a list.
  public init(items: [OpenUpload]) { self.items = items }
}
