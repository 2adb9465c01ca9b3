// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Glibc

/// The content of a URL that needs no server: of a file, or of the URL itself (RFC 2397).
struct LocalContent: Sendable {
  let response: URLResponse
  let data: Data

  static func loaded(from url: URL) -> Result<LocalContent, URLError> {
    do throws(URLError) {
      return .success(url.isFileURL ? try LocalContent(fileAt: url) : try LocalContent(dataURL: url))
    } catch {
      return .failure(error)
    }
  }

  init(fileAt url: URL) throws(URLError) {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) else {
      throw URLError(.fileDoesNotExist, failing: url)
    }
    if isDirectory.boolValue { throw URLError(.fileIsDirectory, failing: url) }
    guard let data = try? Data(contentsOf: url, options: .alwaysMapped) else {
      throw URLError(.noPermissionsToReadFile, failing: url)
    }
    self.data = data
    response = URLResponse(url: url, mimeType: nil, expectedContentLength: data.count, textEncodingName: nil)
  }

  /// `data:` [media type] [`;base64`] `,` content.
  init(dataURL url: URL) throws(URLError) {
    let text = url.absoluteString.dropFirst("data:".count)
    guard let comma = text.firstIndex(of: ",") else { throw URLError(.badURL, failing: url) }
    var parameters = text[..<comma].split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    let isBase64 = parameters.last?.lowercased() == "base64"
    if isBase64 { parameters.removeLast() }
    guard let content = String(text[text.index(after: comma)...]).removingPercentEncoding,
      let data = isBase64 ? Data(base64Encoded: content) : Data(content.utf8)
    else { throw URLError(.badURL, failing: url) }
    let charset = parameters.dropFirst().first { $0.lowercased().hasPrefix("charset=") }?.dropFirst("charset=".count)
    let type = parameters.first.flatMap { $0.isEmpty ? nil : $0 } ?? "text/plain"
    self.data = data
    response = URLResponse(
      url: url, mimeType: type, expectedContentLength: data.count, textEncodingName: charset.map(String.init))
  }

  /// The size of a file that can be sent, in bytes, or the reason for which it cannot be.
  static func size(ofFileAt url: URL) -> Result<Int64, URLError> {
    var status = stat()
    guard url.isFileURL, stat(url.path, &status) == 0 else { return .failure(URLError(.fileDoesNotExist)) }
    guard status.st_mode & S_IFMT != S_IFDIR else { return .failure(URLError(.fileIsDirectory)) }
    guard access(url.path, R_OK) == 0 else { return .failure(URLError(.noPermissionsToReadFile)) }
    return .success(Int64(status.st_size))
  }
}
