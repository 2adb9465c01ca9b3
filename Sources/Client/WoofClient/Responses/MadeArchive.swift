// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A ZIP file of photos that can be downloaded without a credential for a while. Whoever has its address may download it, as
/// far as the account that asked for it may still read the photos.
///
/// The file is made while it is sent. For as long as the photos are the same, so are its bytes.
public struct MadeArchive: Codable, Hashable, Sendable {
  /// The address of the archive, also for a browser or a session of the app's own. It is a secret: keep it as a password, and
  /// out of logs.
  public var url: URL
  /// A name for the file, which stays in its folder and hides nothing.
  public var fileName: String
  /// The number of bytes, as the photos are when it is asked for.
  public var byteCount: Int64
  /// The number of photos, as of then.
  public var photoCount: Int
  /// The time until which it can be downloaded.
  public var expiresAt: Timestamp

  /// Makes an archive, as tests do.
  public init(url: URL, fileName: String, byteCount: Int64, photoCount: Int, expiresAt: Timestamp) {
    self.url = url
    self.fileName = fileName
    self.byteCount = byteCount
    self.photoCount = photoCount
    self.expiresAt = expiresAt
  }
}

/// An archive that was put into a file.
public struct DownloadedArchive: Hashable, Sendable {
  /// The file in which the archive is now.
  public var file: URL
  /// The number of its bytes.
  public var byteCount: Int64
  /// The SHA-256 of its bytes, if the service told it; it has been compared then. `nil` if the service did not: it does so some
  /// time after an archive was downloaded for the first time.
  public var digest: Digest?

  /// Makes a downloaded archive.
  public init(file: URL, byteCount: Int64, digest: Digest? = nil) {
    self.file = file
    self.byteCount = byteCount
    self.digest = digest
  }
}
