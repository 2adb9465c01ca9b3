// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Synchronization

/// The life of one task, from its first `resume()` to its completion.
///
/// A shell around values that decide: it makes exchanges, looks into the cache, keeps the time and asks delegates, tells
/// the values what came of it, and does what they say. Confined to the loop's thread. It asks delegates on their queue and
/// goes on when they have replied; whatever comes back after the end finds nobody.
final class Load: @unchecked Sendable {  // confined to the loop's thread, but for what is immutable
  /// The next step, when content that is of no use has gone by.
  typealias Next = @Sendable (Load) -> Void

  let core: SessionCore
  private let plan: LoadPlan
  private(set) var audience: LoadAudience
  var request: LoadRequest
  var response: LoadResponse

  private var flow = ExchangeFlow<Next>()
  private(set) var transfer: Transfer?
  private var interception: Interception?
  private var timers: [TransferTimer] = []
  private var measurements = LoadMeasurements()

  /// - Parameter original: The request of the task; `nil` if it has none.
  init(task: URLSessionTask, original: URLRequest?, session: URLSession, plan: LoadPlan) {
    core = session.core
    self.plan = plan
    audience = LoadAudience(of: task, in: session, plan.delivery)
    request = LoadRequest(original, plan)
    response = LoadResponse(plan)
  }

  var isOver: Bool { flow.isOver }
  /// The URL that is loaded now, for errors; `nil` if the task has no request.
  var failingURL: URL? { request.chain.failingURL }
  private var task: URLSessionTask { audience.task }
  private var settings: SessionSettings { core.settings }
}

// MARK: - Life

extension Load {
  /// The task was resumed for the first time.
  func begin() {
    guard !isOver else { return }
    measurements.begin()
    measurements.isWanted = !audience.isEmpty
    if let refusal = plan.refusal { return fail(refusal) }
    guard failingURL != nil else { return fail(.unsupportedURL) }
    request.download.find(DownloadFile.size)
    if settings.resourceTimeout < SessionSettings.longestTimeout {
      after(settings.resourceTimeout) { $0.fail(.timedOut) }
    }
    if let date = task.earliestBeginDate {
      after(date.timeIntervalSinceNow) { $0.beginDelayed() }
    } else {
      start()
    }
  }

  /// Does something later, unless the load is over by then.
  func after(_ seconds: TimeInterval, _ body: @escaping Next) {
    let duration = Duration.seconds(min(max(seconds, 0), 1e9))
    timers.append(
      core.pool.loop.schedule(after: duration) { [weak self] in
        guard let self, !isOver else { return }
        body(self)
      })
  }

  /// The client suspends the task, or lets it go on.
  func setSuspended(_ isSuspended: Bool) {
    guard !isOver else { return }
    guard isSuspended else { return unpause(.suspension) }
    flow.pause(.suspension)
    transfer?.pause()
  }

  private func unpause(_ reason: Pauses) {
    guard flow.unpause(reason) else { return }
    transfer?.resume()
    drain()
  }

  /// The client does not want the response any more.
  func cancel() { fail(.cancelled) }

  func fail(_ code: URLError.Code, underlying: (any Error)? = nil) {
    finish(URLError(code, failing: failingURL, userInfo: underlying.map { [NSUnderlyingErrorKey: $0] } ?? [:]))
  }

  /// Ends the load: nothing of it is under way afterwards, and whoever waits is told.
  func finish(_ error: (any Error)?) {
    guard !isOver else { return }
    if let rest = response.delivery.restForDelegate() { hand(rest) }
    flow.finish()
    for timer in timers { timer.cancel() }
    timers = []
    transfer?.cancel()
    transfer = nil
    interception?.stop()
    interception = nil
    core.challenges.leave(self)
    measurements.endElsewhere(decodedCount: flow.receivedCount)
    complete(with: error)
  }

  /// Tells everybody who waits, and lets go of everything.
  private func complete(with error: (any Error)?) {
    let (task, keepsFile) = (task, request.download.keepsFile)
    let messages = audience.lastMessages(
      response.fileForDelegate(error, keepsFile: keepsFile), measurements, redirectCount: request.chain.redirectCount,
      error)
    task.guarded.withLock { state in
      state.phase = .completed
      state.error = error
    }
    task.publishProgress()
    let handOver = response.handOver(error, isAwaited: plan.isAwaited, keepsFile: keepsFile)
    let (registry, identifier) = (core.registry, task.taskIdentifier)
    response.delivery.end()
    if let handOver, messages.isEmpty, plan.isAwaited, !plan.outlastsItsCall {
      return core.pool.loop.announce(handOver)
    }
    let end: @Sendable () -> Void = {
      for alternatives in messages { _ = alternatives.contains { $0.isTaken() } }
      task.letGo()
      registry.remove(identifier)
      handOver?()
    }
    let isDirect = messages.isEmpty && (plan.isAwaited || handOver == nil)
    if isDirect { core.pool.loop.announce(end) } else { core.delegateQueue.enqueue(end) }
  }
}

// MARK: - Requests

extension Load {
  /// Loads the request that has come in place of the one before.
  func restart() {
    let shown = request.shown(settings)
    task.guarded.withLock { $0.currentRequest = shown }
    start()
  }

  /// Begins to load the current request, from whoever has the response.
  func start() {
    guard !isOver else { return }
    flow.start()
    if settings.protocolClasses.isEmpty && !URLProtocol.appliesToShared(audience.session) {
      startWithoutInterception()
    } else {
      offerToProtocols()
    }
  }

  private func startWithoutInterception() {
    guard let scheme = request.current.url?.scheme?.lowercased() else { return fail(.unsupportedURL) }
    switch scheme {
    case "http", "https": consultCache()
    case "file", "data": loadLocally()
    default: fail(.unsupportedURL)
    }
  }

  /// Takes the response from a file, or from the URL itself (RFC 2397), away from the loop.
  private func loadLocally() {
    guard let url = request.current.url else { return fail(.unsupportedURL) }
    measurements.beginElsewhere(request.current)
    DispatchQueue.global().async { [weak self] in
      let loaded = LocalContent.loaded(from: url)
      guard let self else { return }
      core.pool.perform { self.take(local: loaded) }
    }
  }

  private func take(local loaded: Result<LocalContent, URLError>) {
    guard !isOver else { return }
    switch loaded {
    case .failure(let error): fail(error.code, underlying: error)
    case .success(let content):
      flow.decide(on: content.data)
      measurements.receive(content.response)
      respond(with: content.response)
    }
  }

  /// Sends the current request to its server.
  func exchange() {
    guard !isOver else { return }
    guard !request.body.isForbidden(in: request.current) else { return fail(.dataLengthExceedsMaximum) }
    prepare(request.nextBody(isUpload: task is URLSessionUploadTask && interception == nil))
  }

  private func prepare(_ step: RequestBody.Step) {
    switch step {
    case .send(let content, let expected):
      if let expected { task.count { $0.expectedToSend = expected } }
      send(content)
    case .examine(let url):
      switch LocalContent.size(ofFileAt: url) {
      case .success(let size): prepare(request.body.send(file: url, of: size, part: request.upload.part))
      case .failure(let error): fail(error.code)
      }
    case .ask(let offset):
      ask(audience.questions(aboutStreamFrom: offset)) { load, reply in
        guard let stream = reply?.stream else { return load.fail(.requestBodyStreamExhausted) }
        load.prepare(load.request.send(stream, from: offset))
      }
    }
  }

  private func send(_ content: TransferBody) {
    let circumstances = LoadRequest.Circumstances(
      condition: response.caching.condition, priority: task.priority, isDownload: task is URLSessionDownloadTask,
      isMeasured: measurements.isWanted)
    let audience = audience
    let message = request.message(with: content, in: core, circumstances) { audience.mayBeAskedForTrust }
    guard let message else { return fail(.badURL) }
    let transfer = Transfer(message, observer: self, pool: core.pool)
    self.transfer = transfer
    flow.send()
    request.body.source?.transfer = transfer
    measurements.beginTransaction(request.current)
    if flow.isSuspended { transfer.pause() }
    core.pool.start(transfer)
  }
}

// MARK: - Exchanges

extension Load: TransferObserver {
  func transfer(_ transfer: Transfer, mustJudge evaluation: TransferTrustEvaluation) {
    guard !isOver, transfer === self.transfer else { return }
    judge(evaluation)
  }

  func transfer(_ transfer: Transfer, mustShowCertificateOf authorities: [Data]) {
    guard !isOver, transfer === self.transfer else { return }
    askForIdentity(of: authorities)
  }

  func transfer(_ transfer: Transfer, didReceive head: TransferHead) {
    guard !isOver, transfer === self.transfer else { return }
    if head.isInformational { return receiveInformational(head) }
    tellRestOfSent()
    response.head = head
    judge(head)
  }

  func transfer(_ transfer: Transfer, didReceive bytes: UnsafeRawBufferPointer) -> TransferFlow {
    guard transfer === self.transfer else { return .taken }
    switch flow.receive(bytes.count) {
    case .deliver: return take(bytes) ? .taken : .held
    case .hold: return .held
    case .drop: return .taken
    case .abandon(let next):
      abandon(next)
      return .taken
    }
  }

  func transfer(_ transfer: Transfer, didSend count: Int64, of total: Int64?) {
    let (count, total) = (count + request.upload.sentBefore, request.upload.length ?? total)
    guard transfer === self.transfer, count > request.body.progress.count else { return }
    let report = request.body.progress.reach(count, of: total, at: core.pool.loop.now)
    task.count { $0.sent = count }
    if let report { audience.tell(of: report) }
  }

  func transfer(_ transfer: Transfer, didEnd result: Result<TransferReport, TransferError>) {
    guard !isOver, transfer === self.transfer else { return }
    self.transfer = nil
    tellRestOfSent()
    measurements.end(result, decodedCount: flow.receivedCount)
    follow(flow.end(result))
  }

  private func tellRestOfSent() {
    if let rest = request.body.progress.takeRest() { audience.tell(of: rest) }
  }

  private func receiveInformational(_ head: TransferHead) {
    request.upload.receive(informational: head.status, HTTPFields(head.headers))
    guard audience.hearsInformational, let response = makeResponse(head) else { return }
    audience.tell(of: response)
  }

  /// Ends the exchange that is under way, and does something else then.
  func abandon(_ next: @escaping Next) {
    transfer?.cancel()
    transfer = nil
    flow.abandon()
    core.pool.loop.submitLater(
      .perform { [weak self] in
        guard let self, !isOver else { return }
        next(self)
      })
  }

  /// Lets what is left of the response go by, then does something else.
  func discard(then next: @escaping Next) { follow(flow.discard(then: next)) }

  private func follow(_ step: ExchangeFlow<Next>.Step) {
    switch step {
    case .none: break
    case .proceed(let next): if !isOver { next(self) }
    case .resume: transfer?.resume()
    case .finish: finishContent()
    case .lackHead: fail(.badServerResponse)
    case .fail(let error): recover(from: error)
    case .failDelivery(let error): failDelivery(error)
    case .failEarly(let error): finish(error)
    }
  }

  /// Hands over what came before it was wanted, as far as it is wanted now.
  private func drain() {
    while let piece = flow.earlyPiece {
      guard piece.withUnsafeBytes({ take($0) }) else { return }
      flow.take(early: piece.count)
    }
    follow(flow.next())
  }

  /// The exchange failed before there was a response: tries again where that may help.
  private func recover(from error: TransferError) {
    switch error.cause {
    case .trustIsUndecided: if let evaluation = error.evaluation { return judge(evaluation) }
    case .identityIsUndecided(let authorities): return askForIdentity(of: authorities)
    default: break
    }
    let method = request.chain.method
    if request.recovery.repeats(method, after: error) || request.trust.retries(after: error, method: method) {
      return exchange()
    }
    if meetProxy(error) { return }
    if request.body.restart(after: error) { return exchange() }
    let code = error.urlErrorCode
    if let stored = response.stored, response.caching.standsIn(for: code, to: request.current, at: Date()) {
      return respond(withStored: stored)
    }
    if settings.waitsForConnectivity, let pause = request.recovery.pause(after: code) {
      if pause.isFirst { audience.tellOfWaiting() }
      return after(pause.seconds) { $0.exchange() }
    }
    let failure = error.urlError(failing: failingURL)
    if let action = request.upload.receive(code) { return perform(action, failure) }
    finish(failure)
  }

  /// A final head has come: decides what it means.
  private func judge(_ head: TransferHead) {
    flow.decide()
    request.trust.succeed()
    storeCookies(head)
    if request.upload.isGoingOn, (300..<400).contains(head.status), continueUpload(after: head) { return }
    switch head.status {
    case 301, 302, 303, 307, 308: redirect(head)
    case 401 where !request.upload.isCrossOrigin: challenge(head, by: .server)
    case 407:
      guard request.isForwarded, let proxy = request.authentication.proxyServer else { return accept(head) }
      challenge(head, by: .proxy(proxy))
    default: if !continueUpload(after: head) { accept(head) }
    }
  }

  func makeResponse(_ head: TransferHead) -> HTTPURLResponse? {
    guard let url = request.current.url else { return nil }
    let response = core.responses.response(of: head, from: url)
    if let response, !head.isInformational { measurements.receive(response) }
    return response
  }
}

// MARK: - Responses

extension Load {
  /// The head is that of the response.
  func accept(_ head: TransferHead) {
    guard let response = makeResponse(head) else { return fail(.badServerResponse) }
    accept(response)
  }

  /// The response is accepted, unless the cache has one in its place; its content follows.
  func accept(_ response: URLResponse) {
    guard !isOver else { return }
    if response is HTTPURLResponse, transfer != nil || flow.hasEarlyEnd, resolveWithCache() { return }
    respond(with: response)
  }

  /// The stored response is that of the task.
  func respond(withStored stored: CachedURLResponse) {
    let request = request.current
    response.storeNothing()
    measurements.useCache(request, stored.response)
    flow.decide(on: request.httpMethod == "HEAD" ? Data() : stored.data)
    respond(with: stored.response)
  }

  /// Lets those who wait know of the response, and decides what becomes of its content.
  private func respond(with response: URLResponse) {
    guard fitsContinuation(response) else { return }
    self.response.accept(response)
    flow.accept()
    let expected = response.expectedContentLength
    task.guarded.withLock { state in
      state.response = response
      state.counts.expectedToReceive = expected < 0 ? NSURLSessionTransferSizeUnknown : expected
    }
    if case .bytes(let channel) = plan.delivery { channel.begin(response) }
    guard task is URLSessionDataTask else { return beginDownload() }
    ask(audience.questions(about: response)) { load, reply in load.follow(reply ?? .allow) }
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

  /// The data task goes on as a download task; the delegate hears nothing more of the data task.
  private func becomeDownload() {
    guard let dataTask = task as? URLSessionDataTask else { return }
    let download = audience.session.makeDownloadTask(dataTask.originalRequest, LoadPlan(delivery: .delegate))
    dataTask.handOver(self, to: download)
    core.registry.remove(dataTask.taskIdentifier)
    audience.becomeDownload(download)
    beginDownload()
  }

  /// Nothing is left to load of a download.
  func finishContinued(_ response: URLResponse) {
    self.response.accept(response)
    task.guarded.withLock { $0.response = response }
    flow.decide(on: Data())
    beginDownload()
  }

  /// Lets the content come.
  private func deliver() {
    let audience = audience
    response.delivery.begin(plan.delivery, isHeard: audience.takesContent)
    if case .bytes(let channel) = plan.delivery {
      channel.whenThereIsRoom = { [weak self] in self?.resumeContent() }
    }
    letContentFlow()
  }

  /// Lets the content come, now that it is settled where it goes.
  func letContentFlow() {
    if flow.deliver() { transfer?.resume() }
    drain()
  }

  /// Whoever takes the content has room for more.
  func resumeContent() {
    core.pool.perform { self.unpause(.reader) }
  }

  /// Takes content; `false` where its reader wants none for now.
  private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let steps = response.delivery.take(bytes, expecting: response.expectedLength)
    guard !steps.isHeld else {
      flow.pause(.reader)
      return false
    }
    guard carryOut(steps) else { return true }
    flow.take(bytes.count)
    let count = flow.receivedCount
    task.count { $0.received = count }
    response.keep(bytes)
    return true
  }

  /// Carries out what follows from content; `false` where the file could not be written.
  @discardableResult
  private func carryOut(_ steps: LoadDelivery.Steps) -> Bool {
    if let failure = steps.failure {
      fail(.cannotWriteToFile, underlying: failure)
      return false
    }
    if steps.pauses { flow.pause(.reader) }
    if let content = steps.handsOver { hand(content) }
    if steps.writtenCount > 0, let file = response.delivery.file {
      audience.tellOfWriting(
        steps.writtenCount, inAll: file.writtenCount + request.download.offset,
        of: request.download.total(expecting: response.accepted?.expectedContentLength))
    }
    if let time = steps.gathers {
      core.pool.loop.schedule(after: time) { [weak self] in self?.endGathering() }
    }
    return true
  }

  private func endGathering() {
    if !isOver { carryOut(response.delivery.endGathering()) }
  }

  private func hand(_ content: DelegateContent) {
    audience.hand(content, of: self)
  }

  /// The content is complete.
  private func finishContent() {
    guard carryOut(response.delivery.flush()) else { return }
    if response.delivery.isInMemory { audience.tellOwn(of: response.delivery.data) }
    storeInCache { $0.finish(nil) }
  }

  /// The exchange failed in the middle of the content.
  private func failDelivery(_ error: TransferError) {
    guard carryOut(response.delivery.flush()) else { return }
    let isMissing = flow.receivedCount == 0 && error.isEndWithoutContent && response.head?.promisesContent == true
    finish(resumable(error.urlError(failing: failingURL, as: isMissing ? .zeroByteResource : nil)))
  }
}

// MARK: - Interception

extension Load {
  /// Lets the session's protocols respond before the network does.
  private func offerToProtocols() {
    var classes = settings.protocolClasses
    if URLProtocol.appliesToShared(audience.session) {
      classes += URLProtocol.registeredClasses.filter { registered in !classes.contains { $0 == registered } }
    }
    let interception = Interception(self)
    self.interception = interception
    interception.offer(task, sending: request.body.content, to: classes, cache: settings.urlCache)
  }

  func isIntercepted(as request: URLRequest) { measurements.beginElsewhere(request) }

  func isNotIntercepted() {
    interception = nil
    startWithoutInterception()
  }

  func isRedirected(to next: URLRequest, by response: URLResponse) {
    interception?.stop()
    interception = nil
    measurements.receive(response)
    measurements.endElsewhere(decodedCount: 0)
    flow.decide(on: Data())
    redirect(response, to: settings.stripped(next))
  }

  func receive(_ response: URLResponse, policy: URLCache.StoragePolicy) {
    guard self.response.accepted == nil, flow.isWaiting else { return }
    flow.decide()
    measurements.receive(response)
    if policy != .notAllowed, let http = response as? HTTPURLResponse, let cache = settings.urlCache {
      self.response.store(http, policy, in: cache)
    }
    accept(response)
  }

  func receive(_ data: Data) {
    flow.append(data)
    drain()
  }

  func isLoaded() {
    guard response.accepted != nil else { return fail(.badServerResponse) }
    flow.endEarly()
    drain()
  }

  /// Ends the load with an error, after the content that came before it has been delivered.
  func isFailed(_ error: any Error) {
    guard !isOver, response.accepted != nil else { return finish(error) }
    flow.endEarly(error)
    drain()
  }
}

extension TransferHead {
  /// `true` if the head has a `Content-Length`.
  fileprivate var promisesContent: Bool { headers.contains { HTTPFields.namesAreEqual($0.name, "Content-Length") } }
}
