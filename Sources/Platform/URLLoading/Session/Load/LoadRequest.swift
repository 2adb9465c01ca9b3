// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The request side of one task: the request itself, its body, and the state of what has a say in how it is sent.
///
/// A value: whoever keeps it sends the messages that it makes.
struct LoadRequest {
  /// The properties of one exchange that do not follow from the request.
  struct Circumstances {
    /// The fields that ask whether a stored response is still the current one; empty for none.
    let condition: HTTPFields
    /// The priority of the task, from 0 to 1.
    let priority: Float
    /// `true` if the content of the response goes to a file.
    let isDownload: Bool
    /// `true` if the addresses of the connection are reported.
    let isMeasured: Bool
  }

  private(set) var chain: RequestChain
  var body: RequestBody
  var authentication = Authentication()
  var trust = TrustNegotiation()
  var recovery = ExchangeRecovery()
  var download: DownloadResumption
  var upload: UploadResumption

  /// - Parameter original: The request of the task; `nil` if it has none.
  init(_ original: URLRequest?, _ plan: LoadPlan) {
    chain = RequestChain(original, resuming: plan.download?.originalURL ?? plan.upload?.originalURL)
    body = RequestBody(plan.body)
    download = DownloadResumption(plan.download)
    upload = UploadResumption(plan.upload)
  }

  /// The request that is sent now.
  var current: URLRequest { chain.current }

  // MARK: Steps

  /// Takes another request in place of the current one, as the delegate says before the task begins.
  mutating func replace(by next: URLRequest) { chain.replace(by: next) }

  /// Goes on with another request, as a redirect says.
  mutating func follow(_ next: URLRequest, keepsBody: Bool) {
    if chain.follow(next) { authentication.leaveOrigin() }
    body.redirect(keepsBody: keepsBody)
    upload.leave()
  }

  /// Decides what is sent as the body of the next exchange.
  ///
  /// - Parameter isUpload: `true` if an upload may be begun that can be gone on with.
  mutating func nextBody(isUpload: Bool) -> RequestBody.Step {
    if isUpload { upload.begin(current, body.content, isRedirected: chain.redirectCount > 0) }
    return body.next(for: current, part: upload.part)
  }

  /// Sends a stream that the delegate has given as the body of the next exchange.
  ///
  /// - Parameter offset: The position in the whole content, in bytes, at which the stream begins.
  mutating func send(_ stream: InputStream, from offset: Int64) -> RequestBody.Step {
    body.send(stream, from: offset, for: current, part: upload.part)
  }

  /// The current request as tasks show it: with the fields of the configuration that are sent with it, but for those of
  /// the proxy.
  func shown(_ settings: SessionSettings) -> URLRequest {
    settings.completed(current) { !HTTPFields.namesAreEqual($0, "Proxy-Authorization") && isSentByDefault($0) }
  }

  /// The current request as the cache sees it: with the fields of the configuration, and with the one that authenticates
  /// somebody.
  func cached(in core: SessionCore) -> URLRequest {
    var whole = core.settings.completed(current, where: isSentByDefault)
    guard let url = current.url, current.value(forHTTPHeaderField: "Authorization") == nil else { return whole }
    let sent = authentication.sent
    if sent == nil, whole.value(forHTTPHeaderField: "Authorization") != nil { return whole }
    guard let (credential, offer) = sent ?? core.credentials.remembered(for: url).map({ ($0.credential, $0.offer) })
    else { return whole }
    whole.setValue(
      BasicAuthorization.fieldValue(credential, for: offer) ?? credential.user, forHTTPHeaderField: "Authorization")
    return whole
  }

  // MARK: Messages

  /// Makes the message of the next exchange; `nil` where the URL names no server.
  ///
  /// - Parameter mayAskForTrust: Returns `true` if a delegate may be asked about certificates.
  mutating func message(
    with content: TransferBody, in core: SessionCore, _ circumstances: Circumstances, mayAskForTrust: () -> Bool
  ) -> TransferRequest? {
    let settings = core.settings
    guard let url = upload.part?.url ?? current.url, let scheme = url.scheme?.lowercased() else { return nil }
    var text = url.absoluteString
    if text.utf8.contains(0x40) {
      authentication.takeCredential(of: url)
      text = url.withoutUser.absoluteString
    }
    guard url.host()?.isEmpty == false else { return nil }
    let way = way(to: url, core)
    var message = TransferRequest(
      url: text, method: upload.part?.method ?? chain.method,
      headers: fields(content, core, circumstances.condition), body: content)
    message.digest = authentication.digest
    message.idleTimeout = idleTimeout(settings)
    message.trust = settings.transferTrust
    if scheme == "https", let origin = Origin(url) {
      message.trust = trust.trust(
        of: origin, from: settings.transferTrust, knowing: core.trust, mayAsk: mayAskForTrust())
    }
    message.proxy = way
    message.allowsHTTP2 = settings.allowsHTTP2
    message.priority = circumstances.priority
    if circumstances.isDownload { message.receiveSize = .large }
    message.isMeasured = circumstances.isMeasured
    message.decodesContent = download.continuation == nil
    return message
  }

  private mutating func way(to url: URL, _ core: SessionCore) -> TransferProxy {
    if let path = core.settings.unixSocketPath { return .socket(path: path) }
    return authentication.proxy(core.settings.proxy.server(for: url), knowing: core.credentials)
  }

  /// A request's own timeout counts where it has been set to something else than what all have.
  private func idleTimeout(_ settings: SessionSettings) -> Duration? {
    let own = current.timeoutInterval
    let seconds = own == 60 ? settings.requestTimeout : own
    return seconds > 0 && seconds < SessionSettings.longestTimeout ? .seconds(seconds) : nil
  }

  private mutating func fields(
    _ content: TransferBody, _ core: SessionCore, _ condition: HTTPFields
  ) -> [(name: String, value: String)] {
    var fields = RequestFields(current.allHTTPHeaderFields, where: isSent)
    fields.add(core.settings.headers, where: isSentByDefault)
    if !upload.isCrossOrigin,
      let value = authentication.authorization(
        besides: fields.hasAuthorization, at: current.url, knowing: core.credentials)
    {
      fields.setAuthorization(value)
    }
    if !fields.hasCookie, let value = cookies(core.settings) { fields.append("Cookie", value) }
    let isForm = current.httpMethod == "POST" && body.content.isOfRequest && content.count != 0
    fields.addDefaults(userAgent: core.settings.userAgent, isForm: isForm)
    for line in condition.lines { fields.append(line.name, line.value) }
    if let part = upload.part { fields.replace(part.fields) }
    if let continuation = download.continuation {
      for line in continuation.fields { fields.append(line.name, line.value) }
    }
    return fields.lines
  }

  private func cookies(_ settings: SessionSettings) -> String? {
    guard settings.setsCookies, current.httpShouldHandleCookies, let url = upload.part?.url ?? current.url,
      let storage = settings.cookieStorage
    else { return nil }
    return CookieExchange.fieldValue(from: storage, for: url)
  }

  /// Of an upload, only what begins it has the fields of the request; the rest has those that authenticate somebody.
  private func isSent(_ name: String) -> Bool {
    if HTTPFields.namesAreEqual(name, "Proxy-Authorization") {
      return isForwarded && !authentication.authenticatesToProxy
    }
    guard upload.isGoingOn else { return true }
    return !upload.isCrossOrigin && ["authorization", "cookie"].contains(name.lowercased())
  }

  /// Of the configuration's fields, those that authenticate somebody go to the origin that was asked first only; to a
  /// proxy, whatever server is behind it.
  private func isSentByDefault(_ name: String) -> Bool {
    if HTTPFields.namesAreEqual(name, "Proxy-Authorization") { return isSent(name) }
    return chain.isSentByDefault(name, to: upload.part?.url ?? current.url)
  }

  /// `true` if the proxy sees the request, which is plain HTTP, and may respond to it.
  var isForwarded: Bool { authentication.isForwarded(scheme: current.url?.scheme) }
}
