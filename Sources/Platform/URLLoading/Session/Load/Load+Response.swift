// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Synchronization

extension Load {
  /// The head is that of the answer.
  func accept(_ head: TransferHead) {
    guard let response = makeResponse(head) else { return fail(.badServerResponse) }
    accept(response)
  }

  /// The response is the answer; its content follows.
  func accept(_ response: URLResponse) {
    guard !isOver else { return }
    if let http = response as? HTTPURLResponse, resolveWithCache(http) { return }
    answer(with: response)
  }

  /// Lets those who wait know of the response, and decides what becomes of its content.
  func answer(with response: URLResponse) {
    guard fitsContinuation(response) else { return }
    self.response = response
    receivedCount = 0
    let expected = response.expectedContentLength
    task.guarded.withLock { state in
      state.response = response
      state.counts.expectedToReceive = expected < 0 ? NSURLSessionTransferSizeUnknown : expected
    }
    if case .bytes(let channel) = plan.delivery { channel.begin(response) }
    guard task is URLSessionDataTask else { return beginDownload() }
    ask(responseQuestions(response)) { load, answer in load.follow(answer ?? .allow) }
  }

  private func responseQuestions(_ response: URLResponse) -> [DelegateQuestion<URLSession.ResponseDisposition>] {
    guard let task = task as? URLSessionDataTask else { return [] }
    let session = session
    return listeners(.dataResponse, (any URLSessionDataDelegate).self).map { delegate in
      DelegateQuestion(method: .dataResponse, delegate: delegate) { completion in
        delegate.urlSession(session, dataTask: task, didReceive: response, completionHandler: completion)
      } asynchronous: {
        await delegate.urlSession(session, dataTask: task, didReceive: response)
      }
    }
  }

  private func follow(_ disposition: URLSession.ResponseDisposition) {
    switch disposition {
    case .cancel: fail(.cancelled)
    case .becomeDownload:
      guard case .delegate = plan.delivery else { return deliver() }
      becomeDownload()
    case .allow, .becomeStream: deliver()
    }
  }

  /// Lets the content come.
  private func deliver() {
    switch plan.delivery {
    case .delegate:
      let isHeard = !listeners(.dataReceived, (any URLSessionDataDelegate).self).isEmpty
      destination = isHeard ? .delegate(DelegateContent()) : .nowhere
    case .data: destination = .memory
    case .file: destination = .nowhere
    case .bytes(let channel):
      destination = .bytes(channel)
      channel.whenThereIsRoom = { [weak self] in
        guard let self else { return }
        core.pool.perform { self.unpause(.reader) }
      }
    }
    letContentFlow()
  }

  func letContentFlow() {
    stage = .delivering
    unpause(.decision)
    drainEarlyContent()
  }

  /// Hands over what came before it was wanted, as far as it is wanted now.
  func drainEarlyContent() {
    while case .delivering = stage, pauses.isEmpty, !earlyContent.isEmpty {
      let piece = earlyContent.prefix(Self.pieceOfEarlyContent)
      guard piece.withUnsafeBytes({ take($0) }) else { return }
      earlyContent = earlyContent.dropFirst(piece.count)
    }
    guard case .delivering = stage, earlyContent.isEmpty else { return }
    if let failure = earlyFailure.take() { return finish(failure) }
    guard let end = earlyEnd else { return }
    earlyEnd = nil
    ended(end)
  }

  private static let pieceOfEarlyContent = 256 * 1024

  /// The data task goes on as a download task; the delegate hears nothing more of the data task.
  private func becomeDownload() {
    guard let dataTask = task as? URLSessionDataTask else { return }
    let downloadTask = session.makeDownloadTask(dataTask.originalRequest, LoadPlan(delivery: .delegate))
    let (own, current, response) = dataTask.guarded.withLock { state in
      state.phase = .completed
      state.load = nil
      state.session = nil
      return (state.delegate.take(), state.currentRequest, state.response)
    }
    downloadTask.guarded.withLock { state in
      state.phase = .running
      state.suspensions = 0
      state.delegate = own
      state.currentRequest = current
      state.response = response
      state.plan = nil
      state.load = self
    }
    task = downloadTask
    core.registry.remove(dataTask.taskIdentifier)
    let session = session
    tell(.dataBecameDownload, (any URLSessionDataDelegate).self) { delegate in
      delegate.urlSession(session, dataTask: dataTask, didBecome: downloadTask)
    }
    beginDownload()
  }
}
