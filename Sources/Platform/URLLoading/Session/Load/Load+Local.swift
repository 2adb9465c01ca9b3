// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

extension Load {
  /// Answers from a file, or from the URL itself (RFC 2397), away from the loop.
  func loadLocally() {
    guard let url = request.url else { return fail(.unsupportedURL) }
    measurements.beginElsewhere(request)
    DispatchQueue.global().async { [weak self] in
      let answer = LocalContent.loaded(from: url)
      guard let self else { return }
      core.pool.perform { self.take(local: answer) }
    }
  }

  private func take(local answer: Result<LocalContent, URLError>) {
    guard !isOver else { return }
    switch answer {
    case .failure(let error): fail(error.code, underlying: error)
    case .success(let content):
      stage = .deciding
      earlyContent = content.data
      earlyEnd = .success(TransferReport())
      measurements.receive(content.response)
      self.answer(with: content.response)
    }
  }
}

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
}
