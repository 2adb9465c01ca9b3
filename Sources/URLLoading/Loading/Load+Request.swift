import Foundation
import FoundationNetworking
import Glibc

extension Load {
  /// Finds out what is sent as content; a stream may have to be asked for.
  func prepareBody(then: @escaping @Sendable (Load, TransferBody) -> Void) {
    streamSource = nil
    switch body {
    case .ofRequest:
      if let data = request.httpBody {
        send(.bytes(data), then)
      } else if let stream = request.httpBodyStream, !hasReadStream {
        hasReadStream = true
        send(stream, then)
      } else if request.httpBodyStream != nil {
        askForStream(then)
      } else {
        task.count { $0.expectedToSend = 0 }
        then(self, .none)
      }
    case .data(let data): send(.bytes(data), then)
    case .file(let url): sendFile(url, then)
    case .streamOfDelegate: askForStream(then)
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

  private func send(_ stream: InputStream, _ then: @Sendable (Load, TransferBody) -> Void) {
    let source = StreamBodySource(stream)
    streamSource = source
    let count = request.value(forHTTPHeaderField: "Content-Length").flatMap { Int64($0) }
    send(.pulled(source, count: count), then)
  }

  private func askForStream(_ then: @escaping @Sendable (Load, TransferBody) -> Void) {
    let (session, task) = (session, task)
    let questions = listeners(.taskNeedsBody, (any URLSessionTaskDelegate).self).map { delegate in
      DelegateQuestion<BodyStreamAnswer>(method: .taskNeedsBody, delegate: delegate) { completion in
        delegate.urlSession(session, task: task, needNewBodyStream: { completion(BodyStreamAnswer(stream: $0)) })
      } asynchronous: {
        BodyStreamAnswer(stream: await delegate.urlSession(session, needNewBodyStreamForTask: task))
      }
    }
    ask(questions) { load, answer in
      guard let stream = answer?.stream else { return load.fail(.requestBodyStreamExhausted) }
      load.send(stream, then)
    }
  }
}
