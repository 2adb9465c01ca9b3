// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Glibc

/// The traces of a load: stored responses and cookies, the files of downloads, and the data by which a task is resumed.
extension Load {
  // MARK: The cache

  /// Looks for a stored response before the server is asked.
  func consultCache() {
    let own = request.current.cachePolicy
    let policy = own == .useProtocolCachePolicy ? core.settings.cachePolicy : own
    guard isCacheable, let cache = core.settings.urlCache else {
      response.bypassCache()
      return policy == .returnCacheDataDontLoad ? fail(.resourceUnavailable) : exchange()
    }
    response.beginLookup(policy, at: Date())
    let request = request.cached(in: core)
    if cache.isAtHand(request) { return decide(on: cache.cachedResponse(for: request)) }
    cache.perform { [weak self] in
      let stored = cache.cachedResponse(for: request)
      guard let self else { return }
      core.pool.perform {
        if !self.isOver { self.decide(on: stored) }
      }
    }
  }

  private func decide(on stored: CachedURLResponse?) {
    switch response.decide(on: stored, for: request.current) {
    case .load: exchange()
    case .use: if let stored { respond(withStored: stored) } else { exchange() }
    case .fail(let code): fail(code)
    }
  }

  private var isCacheable: Bool {
    audience.task is URLSessionDataTask && !(audience.task is URLSessionUploadTask) && request.body.content.isOfRequest
  }

  /// Returns `true` if a stored response is used in place of the one that has come, or the request is sent again;
  /// otherwise notes whether that one is to be stored.
  func resolveWithCache() -> Bool {
    guard let cache = core.settings.urlCache, let head = response.head else { return false }
    let stored = response.stored
    switch response.judge(head, to: request.current, isCacheable: isCacheable, cache) {
    case .accept: return false
    case .invalidate(let urls):
      for url in urls { cache.removeCachedResponse(for: URLRequest(url: url)) }
      return false
    case .freshen:
      freshen(by: HTTPFields(head.headers), in: cache)
      return false
    case .useStored:
      guard let stored else { return false }
      discard { $0.respond(withStored: stored) }
    case .useRefreshed(let entry):
      guard let stored else { return false }
      let current = stored.refreshed(with: entry)
      cache.storeCachedResponse(current, for: request.cached(in: core))
      discard { $0.respond(withStored: current) }
    case .loadAgain: discard { $0.exchange() }
    }
    return true
  }

  /// The response to a HEAD renews what a GET has stored, or tells that it is not the current one any more.
  private func freshen(by fields: HTTPFields, in cache: URLCache) {
    var request = request.cached(in: core)
    request.httpMethod = "GET"
    let (caching, now) = (response.caching, Date())
    let freshen: @Sendable () -> Void = { [request] in
      guard let stored = cache.cachedResponse(for: request), let entry = stored.entry else { return }
      if let freshened = caching.freshened(entry, by: fields, at: now) {
        cache.storeCachedResponse(stored.refreshed(with: freshened), for: request)
      } else {
        cache.removeCachedResponse(for: request)
      }
    }
    if cache.isAtHand(request) { freshen() } else { cache.perform(freshen) }
  }

  /// Stores the response, if it may be and the delegate agrees, then goes on.
  func storeInCache(then: @escaping Next) {
    guard let cache = core.settings.urlCache, let proposed = response.takeProposal() else { return then(self) }
    let request = request.cached(in: core)
    ask(audience.questions(aboutStoring: proposed)) { load, reply in
      if let stored = reply ?? proposed { cache.storeCachedResponse(stored, for: request) }
      then(load)
    }
  }

  // MARK: Downloads

  /// The content goes to a file from now on.
  func beginDownload() {
    do throws(POSIXError) {
      if let continued = try continuedFile() {
        response.delivery.begin(continued)
      } else {
        response.delivery.begin(try DownloadFile())
      }
      letContentFlow()
    } catch {
      fail(.cannotCreateFile, underlying: error)
    }
  }

  /// The file whose rest is coming; `nil` where a new one is to be made.
  private func continuedFile() throws(POSIXError) -> DownloadFile? {
    guard let earlier = request.download.appended, audience.task is URLSessionDownloadTask else { return nil }
    let file = try DownloadFile(continuing: DownloadFile.url(of: earlier.fileName), after: earlier.offset)
    audience.tellOfResuming(at: earlier.offset, of: earlier.totalLength ?? NSURLSessionTransferSizeUnknown)
    return file
  }

  /// The response to a request for the rest: `false` where it is not to be used.
  func fitsContinuation(_ response: URLResponse) -> Bool {
    guard let head = self.response.head else { return true }
    switch request.download.judge(status: head.status, HTTPFields(head.headers)) {
    case .accept: return true
    case .replace(let fileName):
      _ = unlink(DownloadFile.url(of: fileName).path)
      return true
    case .complete: discard { $0.finishContinued(response) }
    case .startOver(let fileName):
      _ = unlink(DownloadFile.url(of: fileName).path)
      discard { $0.exchange() }
    }
    return false
  }

  // MARK: Cookies

  /// Keeps the cookies of a response, as far as they are accepted.
  func storeCookies(_ head: TransferHead) {
    let request = request.current
    guard head.setsCookies, request.httpShouldHandleCookies, let storage = core.settings.cookieStorage,
      let url = request.url
    else { return }
    CookieExchange.store(
      head.headers, of: url, mainDocumentURL: request.mainDocumentURL, into: storage,
      accepting: core.settings.cookieAcceptPolicy)
  }

  // MARK: Uploads

  /// Does what the upload needs next.
  func perform(_ action: ResumableUpload.Action, _ error: URLError? = nil) {
    switch action {
    case .send(let part):
      request.upload.send(part)
      exchange()
    case .wait(let delay):
      after(Double(delay.nanoseconds) / 1e9) { load in
        if let next = load.request.upload.wake() { load.perform(next) }
      }
    case .deliver:
      if let head = response.head { accept(head) } else { fail(.badServerResponse) }
    case .fail(let code): finish(resumable(error ?? URLError(code, failing: failingURL)))
    }
  }

  /// A response has come to a part of an upload: `false` where it is the response of the task.
  func continueUpload(after head: TransferHead) -> Bool {
    guard let action = request.upload.receive(status: head.status, HTTPFields(head.headers)) else { return false }
    discard { $0.perform(action) }
    return true
  }

  // MARK: Resuming

  /// Returns the data from which the task can be continued; `nil` if it cannot be. The file of a download is kept for
  /// that.
  func resumeData() -> Data? {
    guard !isOver else { return nil }
    if audience.task is URLSessionDownloadTask { return downloadResumeData() }
    guard audience.task is URLSessionUploadTask else { return nil }
    return request.upload.resumeData(
      request.current, firstURL: request.chain.firstURL, request.body.content)
  }

  private func downloadResumeData() -> Data? {
    guard let file = response.delivery.file, let head = response.head else {
      return request.download.resumeDataOfNothing()
    }
    try? file.flush()
    return request.download.resumeData(
      request: request.current, firstURL: request.chain.firstURL,
      head: (head.status, HTTPFields(head.headers)), writtenCount: file.writtenCount,
      fileName: file.url.lastPathComponent)
  }

  /// The error with what continues the task, where something does.
  func resumable(_ error: URLError) -> URLError {
    guard let data = resumeData() else { return error }
    let isDownload = audience.task is URLSessionDownloadTask
    let key = isDownload ? NSURLSessionDownloadTaskResumeData : NSURLSessionUploadTaskResumeData
    return URLError(error.code, userInfo: error.userInfo.merging([key: data]) { _, new in new })
  }
}
