// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The content that a task sends beside its request.
enum LoadBody: Sendable {
  /// The content of the request: `httpBody` or `httpBodyStream`.
  case ofRequest
  case data(Data)
  case file(URL)
  /// A stream that the delegate is asked for.
  case streamOfDelegate

  var isOfRequest: Bool { if case .ofRequest = self { true } else { false } }
}

/// The body of a task's requests: what is sent next, where streams come from, and how often content is sent again.
///
/// A value: whoever keeps it looks at files, asks the delegate for streams, and sends the body.
struct RequestBody: Sendable {
  /// The next step towards the body of an exchange.
  enum Step: Sendable {
    /// The body is sent.
    ///
    /// - expecting: The length to report, in bytes; -1 if it is not known, `nil` to report nothing.
    case send(TransferBody, expecting: Int64?)
    /// The file is looked at; see ``file(_:of:)``.
    case examine(URL)
    /// The delegate is asked for a stream that begins at this offset, in bytes; see ``open(_:from:for:part:)``.
    case ask(offset: Int64)
  }

  /// The content beside the request.
  private(set) var content: LoadBody
  /// The progress of the body of the current exchange.
  var progress = SentContent()
  private(set) var source: StreamBodySource?
  private var hasReadStream = false
  /// The number of times that content had to be sent again because a connection was lost.
  private var restartCount = 0

  private static let mostRestarts = 5

  init(_ content: LoadBody) { self.content = content }

  /// Returns `true` if a request is a GET with content. Apple's sessions make none: what it would mean is not defined
  /// (RFC 9110 §9.3.1).
  func isForbidden(in request: URLRequest) -> Bool {
    guard request.httpMethod ?? "GET" == "GET" else { return false }
    return switch content {
    case .ofRequest: request.httpBodyStream != nil || request.httpBody?.isEmpty == false
    case .data(let data): !data.isEmpty
    case .file, .streamOfDelegate: true
    }
  }

  /// Decides what is sent with a request; a stream may have to be asked for.
  ///
  /// - Parameter part: The part of an upload that the request is for; `nil` for all of the content.
  mutating func next(for request: URLRequest, part: ResumableUpload.Request?) -> Step {
    switch content {
    case .ofRequest:
      if let data = request.httpBody { return send(.bytes(data), part) }
      return request.httpBodyStream == nil ? .send(.none, expecting: 0) : nextStream(for: request, part)
    case .data(let data): return send(.bytes(data), part)
    case .file(let url): return .examine(url)
    case .streamOfDelegate: return nextStream(for: request, part)
    }
  }

  /// Sends a file, or the part of it that an upload needs.
  ///
  /// - Parameter size: The size of the file, in bytes.
  func send(file url: URL, of size: Int64, part: ResumableUpload.Request?) -> Step {
    send(.file(path: url.path, offset: 0, count: size), part)
  }

  /// Sends a stream that the delegate has given.
  ///
  /// - Parameter offset: The position in the whole content, in bytes, at which the stream begins.
  mutating func send(
    _ stream: InputStream, from offset: Int64, for request: URLRequest, part: ResumableUpload.Request?
  ) -> Step {
    send(StreamBodySource(stream, offset: offset), for: request, part)
  }

  /// Begins to send content again that comes from a stream, because the connection was lost before there was a response.
  ///
  /// - Returns: `false` where that was not the reason, or it happens too often.
  mutating func restart(after error: TransferError) -> Bool {
    guard case .bodyCannotBeRepeated = error.cause, source != nil, restartCount < Self.mostRestarts else {
      return false
    }
    restartCount += 1
    progress = SentContent()
    return true
  }

  /// The request leads elsewhere: content that is not sent there is dropped.
  mutating func redirect(keepsBody: Bool) {
    if !keepsBody { content = .ofRequest }
    progress = SentContent()
  }

  private func send(_ body: TransferBody, _ part: ResumableUpload.Request?) -> Step {
    let count = body.count ?? NSURLSessionTransferSizeUnknown
    return .send(part.map { body.part($0.content) } ?? body, expecting: count == 0 ? nil : count)
  }

  /// Sends the stream there is, as long as nothing has been read of it, or asks for another one.
  private mutating func nextStream(for request: URLRequest, _ part: ResumableUpload.Request?) -> Step {
    if let part, part.content.isEmpty { return .send(.none, expecting: nil) }
    let offset = part?.content.lowerBound ?? 0
    if let source, !source.hasBeenRead, source.offset == offset { return send(source, for: request, part) }
    guard content.isOfRequest, !hasReadStream, let stream = request.httpBodyStream else { return .ask(offset: offset) }
    hasReadStream = true
    return send(StreamBodySource(stream), for: request, part)
  }

  private mutating func send(
    _ source: StreamBodySource, for request: URLRequest, _ part: ResumableUpload.Request?
  ) -> Step {
    self.source = source
    var count = Self.declaredLength(of: request)
    if let part { count = part.content.upperBound == .max ? nil : Int64(part.content.count) }
    return send(.pulled(source, count: count), nil)
  }

  /// The length of the content in bytes, as the request's `Content-Length` states it; `nil` if it does not.
  static func declaredLength(of request: URLRequest) -> Int64? {
    guard let count = request.value(forHTTPHeaderField: "Content-Length").flatMap({ Int64($0) }), count >= 0 else {
      return nil
    }
    return count
  }
}

extension TransferBody {
  /// A part of the content.
  fileprivate func part(_ range: Range<Int64>) -> TransferBody {
    switch self {
    case .bytes(let data):
      if range.isEmpty { return .none }
      let start = data.startIndex + Int(range.lowerBound)
      return .bytes(data[start..<min(data.endIndex, start + range.count)])
    case .file(let path, let offset, _):
      if range.isEmpty { return .none }
      return .file(path: path, offset: offset + range.lowerBound, count: Int64(range.count))
    case .none, .pulled: return self
    }
  }
}
