// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Glibc

/// The state of an upload that was broken off: the URL at which it can be continued, the offset and the content.
///
/// As resume data it is a property list. It holds no credentials and no cookies. Anybody who can change it can make the
/// program send another file, so it must be kept like the program's own data.
struct UploadContinuation: Codable, Hashable, Sendable {
  /// The content of the upload.
  enum Content: Codable, Hashable, Sendable {
    /// Bytes, which the resume data holds.
    case bytes(Data)
    /// A file, of which size and time of change have to be the same still.
    case file(path: String, size: Int64, changed: Double)
  }

  /// The version of the property list.
  static let currentFormat = 1
  /// The most bytes of content that resume data holds.
  static let maximalContentLength = 64 << 20

  let format: Int
  /// The revision of the protocol.
  let version: Int
  /// The URL to which the upload was sent.
  let url: URL
  /// The URL that was asked first, before redirects; `nil` in resume data of earlier versions.
  let originalURL: URL?
  /// The URL at which the upload can be continued.
  let resource: URL
  let method: String
  /// The fields of the request, without those that speak for somebody.
  let requestFields: [String: String]
  let offset: Int64
  let length: Int64
  let content: Content

  /// The continuation of an upload; none where the server has not said that it can be gone on with, or the content is
  /// too large to be kept.
  init?(_ upload: ResumableUpload, request: URLRequest, originalURL: URL? = nil, content: Content) {
    guard upload.isResumable, let resource = upload.resource, let length = upload.length else { return nil }
    if case .bytes(let data) = content, data.count > Self.maximalContentLength { return nil }
    format = Self.currentFormat
    version = upload.version.number
    url = upload.url.withoutUser
    self.originalURL = originalURL?.withoutUser
    self.resource = resource.withoutUser
    method = request.httpMethod ?? "POST"
    let personal = ["authorization", "cookie", "proxy-authorization"]
    requestFields = (request.allHTTPHeaderFields ?? [:]).filter { !personal.contains($0.key.lowercased()) }
    offset = upload.offset
    self.length = length
    self.content = content
  }

  /// Reads resume data.
  ///
  /// - Throws: ``ResumeDataError`` where it was not made by ``encoded()``, or the file is not the same any more.
  init(_ data: Data) throws(ResumeDataError) {
    guard data.count <= Self.maximalContentLength + (1 << 20) else { throw ResumeDataError("It is too large.") }
    guard let read = try? PropertyListDecoder().decode(Self.self, from: data) else {
      throw ResumeDataError("It is no property list of an upload.")
    }
    guard read.format == Self.currentFormat else { throw ResumeDataError("It is of version \(read.format).") }
    guard read.isSensible else { throw ResumeDataError("What it says cannot be.") }
    guard read.content.isThere else { throw ResumeDataError("The file has changed.") }
    self = read
  }

  /// The resume data.
  func encoded() throws -> Data {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return try encoder.encode(self)
  }

  /// The request that the upload was begun with, without what spoke for somebody.
  var request: URLRequest {
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.allHTTPHeaderFields = requestFields
    return request
  }

  private var isSensible: Bool {
    let lines = requestFields.flatMap { [$0.key, $0.value] }
    let schemes = [url, resource].map { $0.scheme?.lowercased() }
    return Origin(url) != nil && Origin(resource) != nil && schemes.allSatisfy { $0 == "http" || $0 == "https" }
      && (schemes[0] == "http" || schemes[1] == "https") && UploadInteropVersion.version(version) != nil
      && offset >= 0 && offset <= length && content.length == length
      && !method.isEmpty && method.utf8.allSatisfy(\.isTokenCharacter)
      && !lines.contains { $0.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F } }
  }
}

extension UploadContinuation.Content {
  /// A file as it is now; none where it cannot be looked at.
  init?(file path: String) {
    guard let (size, changed) = Self.state(of: path) else { return nil }
    self = .file(path: path, size: size, changed: changed)
  }

  var length: Int64 {
    switch self {
    case .bytes(let data): Int64(data.count)
    case .file(_, let size, _): size
    }
  }

  /// `true` if the content is unchanged: of a file, its size and its time of change.
  var isThere: Bool {
    guard case .file(let path, let size, let changed) = self else { return true }
    guard let now = Self.state(of: path) else { return false }
    return now == (size, changed)
  }

  private static func state(of path: String) -> (Int64, Double)? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return (Int64(status.st_size), Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9)
  }
}
