// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import URLLoading

/// Sends requests that are signed already, over connections that it keeps.
final class S3Transport: Sendable {
  private let session: URLSession
  private let base: String

  init(_ configuration: S3Configuration) {
    // Without stores: what is asked for is signed, and never the same twice.
    let settings = URLSessionConfiguration()
    settings.httpShouldSetCookies = false
    // Two requests on one HTTP/2 connection would share the fate of its one TCP stream.
    settings.allowsHTTP2 = false
    settings.httpMaximumConnectionsPerHost = configuration.connectionLimit
    settings.timeoutIntervalForRequest = configuration.idleTimeout
    if configuration.endpoint.isLoopback { settings.connectionProxyDictionary = [:] }
    settings.certificateAuthorityFile = configuration.authorityFile.map { URL(fileURLWithPath: $0) }
    session = URLSession(configuration: settings)
    base = "\(configuration.endpoint.scheme)://\(configuration.endpoint.authority(of: configuration.bucket))"
  }

  deinit { session.invalidateAndCancel() }

  /// Sends a request; the response comes when it comes.
  ///
  /// - Parameters:
  ///   - query: The query, encoded; empty for none.
  ///   - timeout: The time without a byte after which it is given up, in seconds; `nil` for that of all requests.
  func send(
    _ method: String, path: String, query: String, fields: [(name: String, value: String)], _ body: S3Body,
    timeout: Double? = nil
  ) throws -> S3Response {
    guard let url = URL(string: query.isEmpty ? base + path : "\(base)\(path)?\(query)") else {
      throw URLError(.badURL)
    }
    var request = URLRequest(url: url)
    request.httpMethod = method
    if let timeout { request.timeoutInterval = timeout }
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    switch body {
    case .none: return S3Response(to: session.dataTask(with: request))
    case .bytes(let bytes):
      request.httpBody = Data(bytes)
      return S3Response(to: session.dataTask(with: request))
    case .file(let path):
      return S3Response(to: session.uploadTask(with: request, fromFile: URL(fileURLWithPath: path)))
    }
  }
}

/// The content of a request.
enum S3Body: Sendable {
  case none
  case bytes([UInt8])
  /// A file, which is read as it is sent, and which nobody changes meanwhile.
  case file(path: String)
}
