// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A photo to upload: its bytes, and what is sent with them.
public struct PhotoUpload: Hashable, Sendable {
  /// The place of the bytes: a JPEG, PNG, GIF, WebP, HEIF or AVIF picture.
  public enum Source: Hashable, Sendable {
    /// Bytes in memory.
    case data(Data)
    /// A file, which is read while it is sent, and must stay as it is meanwhile.
    case file(URL)
  }

  /// The place of the bytes.
  public var source: Source
  /// Plain text of at most 2,000 characters.
  public var caption: String
  /// The readers of the photo; `nil` for those that the service is configured for, which is the owner alone unless it
  /// says otherwise.
  public var visibility: Visibility?
  /// The name of the file, which only the owner is told (`PhotoMetadata.originalFileName`); `nil` for none.
  /// What a name does not hold is left out of it.
  public var fileName: String?

  /// Means the upload of a file.
  ///
  /// - Parameters:
  ///   - caption: Plain text of at most 2,000 characters; empty by default.
  ///   - visibility: The readers of the photo; by default those that the service is configured for.
  ///   - fileName: The name of the file; by default its own name, and nothing where it is empty.
  public init(file: URL, caption: String = "", visibility: Visibility? = nil, fileName: String? = nil) {
    (source, self.caption, self.visibility) = (.file(file), caption, visibility)
    self.fileName = fileName ?? file.lastPathComponent
  }

  /// Means the upload of bytes in memory.
  ///
  /// - Parameters:
  ///   - caption: Plain text of at most 2,000 characters; empty by default.
  ///   - visibility: The readers of the photo; by default those that the service is configured for.
  ///   - fileName: A file name for the photo; none by default.
  public init(data: Data, caption: String = "", visibility: Visibility? = nil, fileName: String? = nil) {
    (source, self.caption, self.visibility, self.fileName) = (.data(data), caption, visibility, fileName)
  }
}

/// A photo that the service has taken in, durably.
public struct UploadedPhoto: Hashable, Sendable {
  /// The metadata. What is made of the pixels comes seconds later, with a change.
  public var photo: PhotoMetadata
  /// `true` if the account had no photo with these bytes before; `false` if it had one, which is then `photo` and stays
  /// unchanged.
  public var isNew: Bool

  /// Makes an uploaded photo.
  public init(photo: PhotoMetadata, isNew: Bool) {
    self.photo = photo
    self.isNew = isNew
  }
}
