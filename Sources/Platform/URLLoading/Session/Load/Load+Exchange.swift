// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

extension Load {
  /// What was being loaded: after redirects, where they led.
  var failingURL: URL? { request.url == Self.nowhere ? task.originalRequest?.url : request.url }

  /// What was asked first, before all redirects and breaks.
  var firstURL: URL? { plan.download?.originalURL ?? plan.upload?.originalURL ?? task.originalRequest?.url }

  /// Begins to load the current request, from whoever answers it.
  func start() {
    guard !isOver else { return }
    stage = .waiting
    earlyEnd = nil
    if core.settings.protocolClasses.isEmpty && !URLProtocol.appliesToShared(session) {
      startWithoutInterception()
    } else {
      offerToProtocols()
    }
  }

  func startWithoutInterception() {
    guard let scheme = request.url?.scheme?.lowercased() else { return fail(.unsupportedURL) }
    switch scheme {
    case "http", "https": consultCache()
    case "file", "data": loadLocally()
    default: fail(.unsupportedURL)
    }
  }

  /// Sends the current request to its server.
  func exchange() {
    guard !isOver else { return }
    guard !sendsContentWithGet else { return fail(.dataLengthExceedsMaximum) }
    beginUpload()
    prepareBody { load, body in load.send(load.uploadPart.map { body.part($0.content) } ?? body) }
  }

  /// Apple's sessions make no GET with content: what it would mean is not defined (RFC 9110 §9.3.1).
  private var sendsContentWithGet: Bool {
    guard request.httpMethod ?? "GET" == "GET" else { return false }
    return switch body {
    case .ofRequest: request.httpBodyStream != nil || request.httpBody?.isEmpty == false
    case .data(let data): !data.isEmpty
    case .file, .streamOfDelegate: true
    }
  }

  private func send(_ body: TransferBody) {
    guard let url = uploadPart?.url ?? request.url, let scheme = url.scheme?.lowercased() else { return fail(.badURL) }
    var text = url.absoluteString
    if text.utf8.contains(0x40) { text = withoutUserInformation(url, text) }
    guard url.host()?.isEmpty == false else { return fail(.badURL) }
    let way = way(to: url)
    var message = TransferRequest(
      url: text, method: uploadPart?.method ?? request.httpMethod ?? "GET", headers: fields(body), body: body)
    if let credential = authentication.sent, authentication.offer?.scheme == .digest {
      message.digest = (credential.user ?? "", credential.password ?? "")
    }
    message.idleTimeout = idleTimeout
    message.trust = trustToSend(scheme, url)
    message.proxy = way
    message.allowsHTTP2 = core.settings.allowsHTTP2
    message.priority = task.priority
    if task is URLSessionDownloadTask { message.receiveSize = .large }
    message.isMeasured = measurements.isWanted
    message.decodesContent = download == nil
    let transfer = Transfer(message, observer: self, pool: core.pool)
    self.transfer = transfer
    stage = .waiting
    (streamSource)?.transfer = transfer
    measurements.beginTransaction(request)
    if pauses.contains(.suspension) { transfer.pause() }
    core.pool.start(transfer)
  }

  /// A request's own timeout counts where it has been set to something else than what all have.
  private var idleTimeout: Duration? {
    let own = request.timeoutInterval
    let seconds = own == 60 ? core.settings.requestTimeout : own
    return seconds > 0 && seconds < SessionSettings.longestTimeout ? .seconds(seconds) : nil
  }

  /// User and password of a URL are credentials, and never part of what is sent as its address.
  private func withoutUserInformation(_ url: URL, _ text: String) -> String {
    guard let user = url.user(percentEncoded: false), var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return text }
    if authentication.sent == nil, !authentication.hasUsedGiven, let password = url.password(percentEncoded: false) {
      authentication.useURL(URLCredential(user: user, password: password, persistence: .none))
    }
    parts.user = nil
    parts.password = nil
    return parts.url?.absoluteString ?? text
  }

  // MARK: Fields

  private func fields(_ body: TransferBody) -> [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    var known = KnownFields()
    if let own = request.allHTTPHeaderFields {
      fields.reserveCapacity(own.count + 4)
      for (name, value) in own where !KnownFields.isOfTransfer(name) && isSent(name) {
        known.note(name)
        fields.append((name, value))
      }
    }
    for field in core.settings.headers where isSentByDefault(field.name) {
      if fields.contains(where: { HTTPFields.namesAreEqual($0.name, field.name) }) { continue }
      known.note(field.name)
      fields.append(field)
    }
    addAuthorization(to: &fields, known)
    addCookies(to: &fields, known)
    if !known.accept { fields.append(("Accept", "*/*")) }
    if !known.userAgent { fields.append(("User-Agent", core.settings.userAgent)) }
    if !known.contentType, sendsForm(body) {
      fields.append(("Content-Type", "application/x-www-form-urlencoded"))
    }
    for line in caching.condition.lines { fields.append((line.name, line.value)) }
    if let part = uploadPart { replace(part.fields.lines, in: &fields) }
    if let download { fields += download.fields }
    return fields
  }

  /// Of an upload, only what begins it has the fields of the request; the rest has those that say who is there.
  private func isSent(_ name: String) -> Bool {
    if HTTPFields.namesAreEqual(name, "Proxy-Authorization") { return isForwarded && proxyAuthentication.sent == nil }
    guard let part = uploadPart, part.purpose != .create else { return true }
    return !part.isCrossOrigin && ["authorization", "cookie"].contains(name.lowercased())
  }

  /// Of the configuration's fields, those that speak for somebody go to the origin that was asked first only; to a proxy,
  /// whatever server is behind it.
  func isSentByDefault(_ name: String) -> Bool {
    guard RedirectPolicy.isOfOrigin(name) else { return true }
    if HTTPFields.namesAreEqual(name, "Proxy-Authorization") { return isSent(name) }
    return Origin.isSame(firstURL, uploadPart?.url ?? request.url)
  }

  private func replace(_ lines: [HTTPFields.Field], in fields: inout [(name: String, value: String)]) {
    fields.removeAll { field in lines.contains { HTTPFields.namesAreEqual($0.name, field.name) } }
    fields += lines.map { ($0.name, $0.value) }
  }

  private func sendsForm(_ body: TransferBody) -> Bool {
    guard case .ofRequest = self.body, request.httpMethod == "POST" else { return false }
    return body.count != 0
  }

  private func addAuthorization(to fields: inout [(name: String, value: String)], _ known: KnownFields) {
    if uploadPart?.isCrossOrigin == true { return }
    if let credential = authentication.sent, let offer = authentication.offer {
      guard offer.scheme == .basic, let value = BasicAuthorization.fieldValue(credential, for: offer) else { return }
      fields.removeAll { HTTPFields.namesAreEqual($0.name, "Authorization") }
      fields.append(("Authorization", value))
    } else if !known.authorization, let url = request.url, let remembered = core.credentials.remembered(for: url) {
      authentication.use(remembered.credential, for: remembered.offer, in: remembered.space)
      addAuthorization(to: &fields, known)
    }
  }

  private func addCookies(to fields: inout [(name: String, value: String)], _ known: KnownFields) {
    guard core.settings.setsCookies, request.httpShouldHandleCookies, !known.cookie,
      let url = uploadPart?.url ?? request.url,
      let storage = core.settings.cookieStorage, let value = CookieExchange.fieldValue(from: storage, for: url)
    else { return }
    fields.append(("Cookie", value))
  }
}

/// Which of the fields that are added by default a request has already.
struct KnownFields {
  var accept = false
  var userAgent = false
  var contentType = false
  var authorization = false
  var cookie = false

  mutating func note(_ name: String) {
    switch name.utf8.count {
    case 6:
      if HTTPFields.namesAreEqual(name, "Accept") { accept = true }
      if HTTPFields.namesAreEqual(name, "Cookie") { cookie = true }
    case 10: if HTTPFields.namesAreEqual(name, "User-Agent") { userAgent = true }
    case 12: if HTTPFields.namesAreEqual(name, "Content-Type") { contentType = true }
    case 13: if HTTPFields.namesAreEqual(name, "Authorization") { authorization = true }
    default: break
    }
  }

  /// Fields that follow from the body, whatever the request says.
  static func isOfTransfer(_ name: String) -> Bool {
    switch name.utf8.count {
    case 14: HTTPFields.namesAreEqual(name, "Content-Length")
    case 17: HTTPFields.namesAreEqual(name, "Transfer-Encoding")
    default: false
    }
  }
}
