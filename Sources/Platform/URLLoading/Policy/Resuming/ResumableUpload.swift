// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The client's side of a resumable upload (draft-ietf-httpbis-resumable-upload): what is sent next, what a response
/// means, and when to give up.
///
/// It begins as any upload does, with all of the content, and two fields more. A server that does not know them answers
/// as it always did, and that is that. One that does says where the upload can be gone on with, in an interim response
/// 104; if anything happens after that, the server is asked how much it has, and gets the rest.
///
/// A value: whoever keeps it sends the requests, keeps the time, and tells what happened.
struct ResumableUpload: Sendable {
  /// The next action of an upload.
  enum Action: Hashable, Sendable {
    /// A request is sent, and what comes of it told to ``informational(status:fields:)``, ``responded(status:fields:)``
    /// or ``broken(code:)``.
    case send(Request)
    /// Nothing for so long; then ``waited()`` is told.
    case wait(Duration)
    /// The last response is that of the upload.
    case deliver
    /// The upload failed.
    case fail(URLError.Code)
  }

  /// A request of the upload.
  struct Request: Hashable, Sendable {
    /// The purpose of the request.
    enum Purpose: Hashable, Sendable {
      /// To begin: with the method, the URL and the fields that were asked for.
      case create
      /// To learn how much the server has.
      case retrieve
      /// To send more.
      case append
    }

    let purpose: Purpose
    let url: URL
    /// The method; none for the one that was asked for.
    let method: String?
    /// Goes over fields of the same names that were asked for; of those, only a creation has all, the others have those
    /// that speak for somebody and are not of the content.
    let fields: HTTPFields
    /// The range of bytes to send; it ends at the largest number if it has all that there are.
    let content: Range<Int64>
    /// `true` if the request leaves the origin of the first one, so that fields that authenticate somebody stay behind.
    let isCrossOrigin: Bool
  }

  /// The number of retries and the pauses between them.
  struct Patience: Hashable, Sendable {
    /// The largest number of retries in a row without progress; 5 by default.
    var attempts = 5
    /// The pause before the first retry, 500 ms by default; each further one is twice as long.
    var firstDelay = Duration.milliseconds(500)
    /// The longest it waits, also if a server asks for more.
    var longestDelay = Duration.seconds(60)
  }

  private enum State: Hashable, Sendable {
    case ready
    case creating
    case retrieving
    case appending(Range<Int64>)
    case waiting
    case done
  }

  let url: URL
  /// The number of bytes of the content; `nil` if it is not known.
  let length: Int64?
  let version: UploadInteropVersion
  let patience: Patience
  /// The URL at which the upload can be continued; `nil` as long as the server has not stated it.
  private(set) var resource: URL?
  /// The number of bytes that the server is known to have.
  private(set) var offset: Int64 = 0
  private(set) var limit = UploadLimit()

  private var state = State.ready
  private var failureCount = 0
  private var hasStartedOver = false
  private var redirectCount = 0
  /// The URL to which the last request was sent.
  private var target: URL
  /// The end of the content, or the largest number where it is not known.
  private var end: Int64 { length ?? .max }

  /// Makes an upload.
  ///
  /// - Parameters:
  ///   - url: The URL to which it is sent.
  ///   - length: The number of its bytes; `nil` if it is not known.
  init(
    url: URL, length: Int64?, version: UploadInteropVersion = .preferred, patience: Patience = Patience()
  ) {
    self.url = url
    self.length = length.map { max(0, $0) }
    target = url
    self.version = version
    self.patience = patience
  }

  /// Makes one that goes on where another one stopped.
  init(resuming continuation: UploadContinuation, patience: Patience = Patience()) {
    self.init(
      url: continuation.url, length: continuation.length,
      version: UploadInteropVersion.version(continuation.version) ?? .preferred, patience: patience)
    resource = continuation.resource
    offset = continuation.offset
  }

  /// `true` if the upload can be continued later.
  var isResumable: Bool { resource != nil && state != .done }

  /// Begins, or where it is known where to go on, asks how much the server has.
  mutating func start() -> Action {
    resource == nil ? create() : retrieve()
  }

  /// An interim response came. Gives how many bytes the server is known to have, where it says so.
  mutating func informational(status: Int, fields: HTTPFields) -> Int64? {
    guard status == 104, version.isSpoken(in: fields) else { return nil }
    if let limit = UploadLimit(fields) { self.limit = limit }
    if state == .creating, resource == nil { resource = place(in: fields) }
    guard let told = StructuredField.count(fields.values(of: "Upload-Offset")), told <= end, told > offset else {
      return nil
    }
    gain(told)
    return offset
  }

  /// A response has come.
  mutating func responded(status: Int, fields: HTTPFields) -> Action {
    if let limit = UploadLimit(fields) { self.limit = limit }
    switch state {
    case .creating: return created(status: status, fields: fields)
    case .retrieving: return retrieved(status: status, fields: fields)
    case .appending(let range): return appended(range, status: status, fields: fields)
    case .ready, .waiting, .done: return deliver()
    }
  }

  /// A request could not be sent, or its response did not come.
  ///
  /// - Parameter code: The error that occurred.
  mutating func broken(code: URLError.Code) -> Action {
    guard resource != nil, Self.canPass(code) else {
      state = .done
      return .fail(code)
    }
    return retryLater(or: .fail(code), after: nil)
  }

  /// The time is up that ``Action/wait(_:)`` has asked for.
  mutating func waited() -> Action {
    guard state == .waiting else { return deliver() }
    return resource == nil ? create() : retrieve()
  }
}

extension ResumableUpload {
  private mutating func create() -> Action {
    state = .creating
    let fields = HTTPFields([version.completeness(true), version.line])
    return .send(
      Request(
        purpose: .create, url: url, method: nil, fields: fields, content: 0..<end, isCrossOrigin: false))
  }

  /// - Parameter place: The URL to ask for once; `nil` for that of the upload.
  private mutating func retrieve(at place: URL? = nil) -> Action {
    guard let resource else { return create() }
    state = .retrieving
    target = place ?? resource
    return .send(
      Request(
        purpose: .retrieve, url: target, method: "HEAD", fields: HTTPFields([version.line]), content: 0..<0,
        isCrossOrigin: !Origin.isSame(url, target)))
  }

  /// - Parameter place: The URL to send it to for once; `nil` for that of the upload.
  private mutating func append(at place: URL? = nil) -> Action {
    guard let resource else { return create() }
    // Of content without a known end nobody could say which part is the last one.
    let most = length == nil ? .max : max(1, limit.maximalAppendSize ?? .max)
    let partEnd = offset + min(most, end - offset)
    state = .appending(offset..<partEnd)
    target = place ?? resource
    var fields = HTTPFields([
      version.line, version.completeness(partEnd == end), (name: "Upload-Offset", value: String(offset)),
    ])
    if let type = version.appendedType { fields.append("Content-Type", type) }
    return .send(
      Request(
        purpose: .append, url: target, method: "PATCH", fields: fields, content: offset..<partEnd,
        isCrossOrigin: !Origin.isSame(url, target)))
  }

  /// The upload is elsewhere: for good by 308, for one request by 307. Others would make another request of it.
  private mutating func redirected(status: Int, fields: HTTPFields) -> Action {
    guard status == 307 || status == 308, let place = place(in: fields, from: target) else {
      return fail(.badServerResponse)
    }
    guard redirectCount < RedirectPolicy.defaultLimit else { return fail(.httpTooManyRedirects) }
    redirectCount += 1
    if status == 308 { resource = place }
    if case .retrieving = state { return retrieve(at: place) }
    return append(at: place)
  }

  /// The server has more than before, so that what hindered it is over.
  private mutating func gain(_ told: Int64) {
    offset = told
    (failureCount, redirectCount) = (0, 0)
  }

  private mutating func created(status: Int, fields: HTTPFields) -> Action {
    if version.isComplete(fields) == false, (200..<300).contains(status) {
      resource = resource ?? place(in: fields)
      return resource == nil ? deliver() : retrieve()
    }
    // Whoever was too slow is told where to go on, also where the interim response did not come through.
    if status == 408, version.isComplete(fields) == false { resource = resource ?? place(in: fields) }
    guard resource != nil, Self.canPass(status), version.isComplete(fields) != true else { return deliver() }
    return retryLater(or: .deliver, after: fields)
  }

  private mutating func retrieved(status: Int, fields: HTTPFields) -> Action {
    switch status {
    case 200..<300: break
    case 301, 302, 303, 307, 308: return redirected(status: status, fields: fields)
    case 404, 410: return startOver()
    default: return Self.canPass(status) ? retryLater(or: .deliver, after: fields) : deliver()
    }
    guard let told = StructuredField.count(fields.values(of: "Upload-Offset")), told <= end, told >= offset,
      isLength(fields)
    else { return fail(.badServerResponse) }
    if told > offset { gain(told) }
    return append()
  }

  private mutating func appended(_ range: Range<Int64>, status: Int, fields: HTTPFields) -> Action {
    if version.isComplete(fields) == true { return deliver() }
    switch status {
    case 200..<300: return progressed(to: range.upperBound, fields)
    case 301, 302, 303, 307, 308: return redirected(status: status, fields: fields)
    case 404, 410: return startOver()
    case 409: return conflicted(fields)
    default: return Self.canPass(status) ? retryLater(or: .deliver, after: fields) : deliver()
    }
  }

  /// All of a request was taken. What reaches the end is answered by whom the upload is for, and revisions differ in
  /// whether that says so.
  private mutating func progressed(to partEnd: Int64, _ fields: HTTPFields) -> Action {
    if partEnd == end, version.isComplete(fields) == nil { return deliver() }
    let told = StructuredField.count(fields.values(of: "Upload-Offset")) ?? partEnd
    guard told <= end, told < .max, told >= offset else { return fail(.badServerResponse) }
    guard told > offset else { return retryLater(or: .fail(.badServerResponse), after: fields) }
    gain(told)
    return append()
  }

  /// The server has another offset. Going back is what it must not do; the same again is none.
  private mutating func conflicted(_ fields: HTTPFields) -> Action {
    guard let told = StructuredField.count(fields.values(of: "Upload-Offset")), told <= end, told >= offset else {
      return deliver()
    }
    guard told > offset else { return retryLater(or: .deliver, after: fields) }
    gain(told)
    return append()
  }

  /// The server has forgotten the upload: it begins anew, but once only.
  private mutating func startOver() -> Action {
    guard !hasStartedOver else { return deliver() }
    hasStartedOver = true
    resource = nil
    offset = 0
    limit = UploadLimit()
    return create()
  }

  private mutating func retryLater(or end: Action, after fields: HTTPFields?) -> Action {
    guard failureCount < patience.attempts else {
      state = .done
      return end
    }
    let wanted = patience.firstDelay * (1 << min(failureCount, 16))
    let asked = fields?.values(of: "Retry-After").first.flatMap(CacheControl.seconds).map(Duration.seconds) ?? .zero
    failureCount += 1
    state = .waiting
    return .wait(min(max(wanted, asked), patience.longestDelay))
  }

  private mutating func deliver() -> Action {
    state = .done
    return .deliver
  }

  private mutating func fail(_ code: URLError.Code) -> Action {
    state = .done
    return .fail(code)
  }

  private func isLength(_ fields: HTTPFields) -> Bool {
    guard let told = StructuredField.count(fields.values(of: "Upload-Length")) else { return true }
    return length.map { $0 == told } ?? true
  }

  /// Returns the URL at which the server lets the upload be continued; `nil` if it states none, or one that leads out
  /// of TLS.
  ///
  /// - Parameter asked: The URL that was requested; `nil` for the one to which the upload was sent first.
  private func place(in fields: HTTPFields, from asked: URL? = nil) -> URL? {
    guard let location = fields.values(of: "Location").first,
      let place = RedirectPolicy.target(location, from: asked ?? url),
      let scheme = place.scheme?.lowercased(), ["http", "https"].contains(scheme)
    else { return nil }
    return url.scheme?.lowercased() == "https" && scheme != "https" ? nil : place
  }

  /// Returns `true` if a status may change to another one a little later.
  private static func canPass(_ status: Int) -> Bool {
    status >= 500 && status != 501 || [408, 423, 429].contains(status)
  }

  /// Returns `true` if an error of one connection need not occur on the next.
  private static func canPass(_ code: URLError.Code) -> Bool {
    [
      .timedOut, .networkConnectionLost, .cannotConnectToHost, .notConnectedToInternet, .cannotFindHost,
      .dnsLookupFailed,
    ].contains(code)
  }
}
