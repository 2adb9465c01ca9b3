// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

extension Load {
  /// Lets the session's protocols answer before the network does.
  func offerToProtocols() {
    var classes = core.settings.protocolClasses
    if URLProtocol.appliesToShared(session) {
      classes += URLProtocol.registeredClasses.filter { registered in !classes.contains { $0 == registered } }
    }
    let interception = Interception(self)
    self.interception = interception
    interception.offer(task, sending: body, to: classes, cache: core.settings.urlCache)
  }

  func isIntercepted(as request: URLRequest) { measurements.beginElsewhere(request) }

  func isNotIntercepted() {
    interception = nil
    startWithoutInterception()
  }

  func isRedirected(to request: URLRequest, by response: URLResponse) {
    interception?.stop()
    interception = nil
    measurements.receive(response)
    measurements.endElsewhere(decodedCount: 0)
    stage = .deciding
    earlyContent = Data()
    earlyEnd = .success(TransferReport())
    redirect(response, to: core.settings.stripped(request))
  }

  func receive(_ response: URLResponse, policy: URLCache.StoragePolicy) {
    guard self.response == nil, case .waiting = stage else { return }
    stage = .deciding
    measurements.receive(response)
    if policy != .notAllowed, let http = response as? HTTPURLResponse, let cache = core.settings.urlCache {
      let now = Date()
      let entry = CacheEntry(status: http.statusCode, fields: HTTPFields(http), requestTime: now, responseTime: now)
      caching.pending = (entry, policy)
      if case .data = plan.delivery {} else { caching.startKeeping(upTo: cache.memoryCapacity / 20) }
    }
    accept(response)
  }

  func receive(_ data: Data) {
    earlyContent.append(data)
    drainEarlyContent()
  }

  func isAnswered() {
    guard response != nil else { return finish(URLError(.badServerResponse, failing: failingURL)) }
    earlyEnd = .success(TransferReport())
    drainEarlyContent()
  }

  /// Ends the load with an error, after the content that came before it has been delivered.
  func isFailed(_ error: any Error) {
    guard !isOver, response != nil else { return finish(error) }
    earlyFailure = error
    drainEarlyContent()
  }

  /// A protocol's challenge: the delegate's answer goes to its sender.
  func pass(on challenge: URLAuthenticationChallenge) {
    ask(challengeQuestions(challenge)) { _, answer in
      guard let sender = challenge.sender else { return }
      switch (answer?.disposition ?? .performDefaultHandling, answer?.credential) {
      case (.useCredential, let credential?): sender.use(credential, for: challenge)
      case (.useCredential, nil): sender.continueWithoutCredential(for: challenge)
      case (.performDefaultHandling, _): sender.performDefaultHandling(for: challenge)
      case (.cancelAuthenticationChallenge, _): sender.cancel(challenge)
      case (.rejectProtectionSpace, _): sender.rejectProtectionSpaceAndContinue(with: challenge)
      }
    }
  }
}
