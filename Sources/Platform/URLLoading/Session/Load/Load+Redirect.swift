// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Synchronization

extension Load {
  /// The answer leads elsewhere, if the delegate agrees.
  func redirect(_ head: TransferHead) {
    let outcome = RedirectPolicy().outcome(
      of: request, status: head.status, fields: HTTPFields(head.headers), after: redirectCount)
    switch outcome {
    case .deliver: accept(head)
    case .fail(let code): fail(code)
    case .follow(let redirection):
      guard let response = makeResponse(head) else { return fail(.badServerResponse) }
      askAboutRedirect(response, to: redirection.request) { load, answer in
        guard let next = answer else { return load.accept(response) }
        load.discard { $0.follow(next, of: redirection) }
      }
    }
  }

  /// An interception leads elsewhere, if the delegate agrees.
  func redirect(_ response: URLResponse, to request: URLRequest) {
    guard redirectCount < RedirectPolicy.defaultLimit else { return fail(.httpTooManyRedirects) }
    guard let http = response as? HTTPURLResponse else { return follow(request) }
    askAboutRedirect(http, to: request) { load, answer in
      guard var next = answer else { return load.accept(http) }
      // An upload that a GET takes the place of is not sent with it, even where the protocol copied its request.
      if ["GET", "HEAD"].contains(next.httpMethod) {
        if case .ofRequest = load.body {} else { next.httpBodyStream = nil }
        load.body = .ofRequest
      }
      load.follow(next)
    }
  }

  private func follow(_ next: URLRequest, of redirection: RedirectPolicy.Redirection) {
    if !redirection.keepsBody { body = .ofRequest }
    follow(next)
  }

  private func follow(_ next: URLRequest) {
    if !Origin.isSame(next.url, request.url) { authentication.leaveOrigin() }
    upload = nil
    uploadPart = nil
    redirectCount += 1
    sent = SentContent()
    load(next)
  }

  /// Loads a request in place of the current one.
  func load(_ next: URLRequest) {
    request = next
    let shown = core.settings.completed(next) {
      !HTTPFields.namesAreEqual($0, "Proxy-Authorization") && isSentByDefault($0)
    }
    task.guarded.withLock { $0.currentRequest = shown }
    start()
  }

  private func askAboutRedirect(
    _ response: HTTPURLResponse, to request: URLRequest, then: @escaping @Sendable (Load, URLRequest?) -> Void
  ) {
    let (session, task) = (session, task)
    let questions = listeners(.taskRedirect, (any URLSessionTaskDelegate).self).map { delegate in
      DelegateQuestion<URLRequest?>(method: .taskRedirect, delegate: delegate) { completion in
        delegate.urlSession(
          session, task: task, willPerformHTTPRedirection: response, newRequest: request, completionHandler: completion)
      } asynchronous: {
        await delegate.urlSession(session, task: task, willPerformHTTPRedirection: response, newRequest: request)
      }
    }
    ask(questions) { load, answer in then(load, answer ?? request) }
  }
}
