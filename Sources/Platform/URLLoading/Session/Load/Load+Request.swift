// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Glibc

extension Load {
  /// Finds out what is sent as content; a stream may have to be asked for.
  func prepareBody(then: @escaping @Sendable (Load, TransferBody) -> Void) {
    switch body {
    case .ofRequest:
      if let data = request.httpBody {
        send(.bytes(data), then)
      } else if request.httpBodyStream != nil {
        sendStream(then)
      } else {
        task.count { $0.expectedToSend = 0 }
        then(self, .none)
      }
    case .data(let data): send(.bytes(data), then)
    case .file(let url): sendFile(url, then)
    case .streamOfDelegate: sendStream(then)
    }
  }

  private func send(_ body: TransferBody, _ then: @Sendable (Load, TransferBody) -> Void) {
    let count = body.count ?? NSURLSessionTransferSizeUnknown
    if count != 0 { task.count { $0.expectedToSend = count } }
    then(self, body)
  }

  private func sendFile(_ url: URL, _ then: @Sendable (Load, TransferBody) -> Void) {
    var status = stat()
    guard url.isFileURL, stat(url.path, &status) == 0 else { return fail(.fileDoesNotExist) }
    guard status.st_mode & S_IFMT != S_IFDIR else { return fail(.fileIsDirectory) }
    guard access(url.path, R_OK) == 0 else { return fail(.noPermissionsToReadFile) }
    send(.file(path: url.path, offset: 0, count: Int64(status.st_size)), then)
  }
}

// MARK: - Streams

extension Load {
  /// Sends a stream: the one there is, as long as nothing has been read of it, or another one.
  private func sendStream(_ then: @escaping @Sendable (Load, TransferBody) -> Void) {
    if let part = uploadPart, part.content.isEmpty { return then(self, .none) }
    let offset = uploadPart?.content.lowerBound ?? 0
    if let source = streamSource, !source.hasBeenRead, source.offset == offset { return send(source, then) }
    if case .ofRequest = body, !hasReadStream, let stream = request.httpBodyStream {
      hasReadStream = true
      return send(StreamBodySource(stream), then)
    }
    ask(offset == 0 ? streamQuestions : streamQuestions(from: offset)) { load, answer in
      guard let stream = answer?.stream else { return load.fail(.requestBodyStreamExhausted) }
      load.send(StreamBodySource(stream, offset: offset), then)
    }
  }

  private func send(_ source: StreamBodySource, _ then: @Sendable (Load, TransferBody) -> Void) {
    streamSource = source
    var count = declaredLength
    if let part = uploadPart { count = part.content.upperBound == .max ? nil : Int64(part.content.count) }
    send(.pulled(source, count: count), then)
  }

  /// The length of the content in bytes, as the request's `Content-Length` states it; `nil` if it does not.
  var declaredLength: Int64? {
    guard let count = request.value(forHTTPHeaderField: "Content-Length").flatMap({ Int64($0) }), count >= 0 else {
      return nil
    }
    return count
  }

  /// Asks for the content of a streamed upload, from its beginning on.
  var streamQuestions: [DelegateQuestion<BodyStreamAnswer>] {
    let (session, task) = (session, task)
    return listeners(.taskNeedsBody, (any URLSessionTaskDelegate).self).map { delegate in
      DelegateQuestion(method: .taskNeedsBody, delegate: delegate) { completion in
        delegate.urlSession(session, task: task, needNewBodyStream: { completion(BodyStreamAnswer(stream: $0)) })
      } asynchronous: {
        BodyStreamAnswer(stream: await delegate.urlSession(session, needNewBodyStreamForTask: task))
      }
    }
  }

  private func streamQuestions(from offset: Int64) -> [DelegateQuestion<BodyStreamAnswer>] {
    let (session, task) = (session, task)
    return listeners(.taskNeedsBodyFrom, (any URLSessionTaskDelegate).self).map { delegate in
      DelegateQuestion(method: .taskNeedsBodyFrom, delegate: delegate) { completion in
        delegate.urlSession(session, task: task, needNewBodyStreamFrom: offset) {
          completion(BodyStreamAnswer(stream: $0))
        }
      } asynchronous: {
        BodyStreamAnswer(stream: await delegate.urlSession(session, needNewBodyStreamForTask: task, from: offset))
      }
    }
  }
}
