// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import URLLoading

/// Sends single requests to one service, with the credential that it accepts, and makes the client's errors of whatever
/// goes wrong.
struct ServiceLoader: Sendable {
  let address: ServiceAddress
  let session: URLSession
  let desk: SignInDesk
  /// The only account as which requests are sent; `nil` for whoever signs in.
  var account: String?

  /// A request for a route.
  ///
  /// - Throws: ``WoofError`` with the code `invalidAddress`.
  func request(
    _ method: HTTPMethod, _ path: String, query: [URLQueryItem] = [], fields: [String: String] = [:]
  ) throws -> URLRequest {
    var request = URLRequest(url: try address.url(path, query))
    request.httpMethod = method.rawValue
    // At once: to set one after the other would search all that are there each time.
    request.allHTTPHeaderFields = fields.merging(["User-Agent": "WoofClient"]) { own, _ in own }
    return request
  }

  /// Signs a request with the credential that is known, and makes the delegate that replies to challenges.
  ///
  /// - Parameters:
  ///   - resuming: `true` if the request goes on with another one, and so has no credential until it is challenged.
  ///   - sendsCredential: `false` if the request has no credential even when it is challenged, and no cookies.
  func authenticated(
    _ request: URLRequest, resuming: Bool = false, sendsCredential: Bool = true
  ) async throws(WoofError) -> (URLRequest, AuthenticationDelegate) {
    guard sendsCredential else {
      var request = request
      request.httpShouldHandleCookies = false
      return (request, AuthenticationDelegate(desk: desk, service: nil, sent: nil))
    }
    let credential = resuming ? nil : await desk.known()
    if let credential, let account, credential.name != account {
      throw WoofError(wanting: account, insteadOf: credential.name)
    }
    var request = request
    if let credential { request.setValue(credential.authorization, forHTTPHeaderField: "Authorization") }
    return (request, AuthenticationDelegate(desk: desk, service: address.origin, sent: credential, account: account))
  }

  /// Sends a request once, and hands the content of a good response to a sink.
  ///
  /// - Parameters:
  ///   - sendsCredential: `false` if the request has no credential even when it is challenged; `true` by default.
  ///   - sent: Told how many bytes of the content have been sent, of how many; `nil` where nobody watches it.
  /// - Returns: The head of the response.
  /// - Throws: ``WoofError``, `CancellationError`, or what the sink throws.
  func load(
    _ request: URLRequest, sending content: OutgoingContent = .nothing, into sink: any ResponseSink,
    sendsCredential: Bool = true,
    sent: (@Sendable (_ count: Int64, _ total: Int64) -> Void)? = nil
  ) async throws -> APIResponse {
    try Task.checkCancellation()
    let (request, authentication) = try await authenticated(
      request, resuming: content.isResumed, sendsCredential: sendsCredential)
    let receiver = ResponseReceiver(into: sink, authentication: authentication)
    let task = makeTask(request, content)
    task.delegate = sent.map { WatchedResponseReceiver(receiver, sent: $0) } ?? receiver
    do {
      let response = try await withTaskCancellationHandler {
        task.resume()
        return try await receiver.response
      } onCancel: {
        task.cancel()
      }
      return try await accept(response, authentication)
    } catch let error as URLError {
      throw try Self.meaning(of: error, request, authentication)
    }
  }

  /// Takes a good response, and makes an error of any other.
  func accept(_ response: APIResponse, _ authentication: AuthenticationDelegate) async throws -> APIResponse {
    if response.tellsOfSignIn, let credential = authentication.accepted { await desk.confirm(credential) }
    guard (200...299).contains(response.status) else { throw WoofError(response: response) }
    return response
  }

  /// Turns an error of the session into the client's error.
  ///
  /// - Throws: `CancellationError` where the load was cancelled by whoever wanted it.
  static func meaning(
    of error: URLError, _ request: URLRequest, _ authentication: AuthenticationDelegate
  ) throws -> WoofError {
    if let failure = authentication.failure { return failure }
    guard error.code != .cancelled, error.code != .userCancelledAuthentication else { throw CancellationError() }
    return WoofError(error, at: request.url ?? URL(fileURLWithPath: "/"))
  }

  private func makeTask(_ request: URLRequest, _ content: OutgoingContent) -> URLSessionTask {
    switch content {
    case .nothing: session.dataTask(with: request)
    case .data(let data): session.uploadTask(with: request, from: data)
    case .file(let file): session.uploadTask(with: request, fromFile: file)
    case .resumed(let data): session.uploadTask(withResumeData: data)
    case .body(let data): session.dataTask(with: request.carrying(data))
    }
  }
}

extension APIResponse {
  /// `true` if the response was made after the credential was looked at and found right. Proxies and busy services
  /// respond before that.
  fileprivate var tellsOfSignIn: Bool {
    (200...299).contains(status) || (400...499).contains(status) && ![401, 407, 408, 425, 429].contains(status)
  }
}

extension OutgoingContent {
  fileprivate var isResumed: Bool { if case .resumed = self { true } else { false } }
}

extension URLRequest {
  fileprivate func carrying(_ data: Data) -> URLRequest {
    var request = self
    if !data.isEmpty { request.httpBody = data }
    return request
  }
}
