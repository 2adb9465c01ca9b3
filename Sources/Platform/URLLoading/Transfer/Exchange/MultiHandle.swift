// SPDX-License-Identifier: Apache-2.0

import CCurl

/// A multi handle of libcurl: a set of connections and the transfers over them. Confined to the loop's thread.
final class MultiHandle: @unchecked Sendable {  // confined to the loop's thread, which every call of libcurl checks
  let loop: TransferLoop
  /// `true` if the loop has noted that ``settle()`` is to be called.
  var isTouched = false

  private let handle: UnsafeMutableRawPointer  // owned, freed by `close()`
  private var isClosed = false
  private var running: [EasyHandle] = []
  private var spare: [EasyHandle] = []
  private var isRetired = false
  private var wantsCall = false
  private lazy var deadline = LoopDeadline { [unowned self] in self.timeIsUp() }

  private static let maximumSpareCount = 64

  init?(settings: TransferPoolSettings, loop: TransferLoop) {
    guard let handle = curl_multi_init() else { return nil }
    self.handle = handle
    self.loop = loop
    let context = Unmanaged.passUnretained(self).toOpaque()
    ccurl_multi_set_socket(handle, multiWatchesSocket)
    ccurl_multi_set_pointer(handle, CURLMOPT_SOCKETDATA, context)
    ccurl_multi_set_timer(handle, multiSetsTimer)
    ccurl_multi_set_pointer(handle, CURLMOPT_TIMERDATA, context)
    ccurl_multi_set_long(handle, CURLMOPT_MAX_HOST_CONNECTIONS, settings.maximumConnectionsPerHost)
    ccurl_multi_set_long(handle, CURLMOPT_MAX_TOTAL_CONNECTIONS, settings.maximumConnections)
    ccurl_multi_set_long(handle, CURLMOPT_MAXCONNECTS, settings.maximumIdleConnections)
    let pipelining = settings.multiplexes ? CURLPIPE_MULTIPLEX : CURLPIPE_NOTHING
    ccurl_multi_set_long(handle, CURLMOPT_PIPELINING, pipelining)
  }

  // MARK: Transfers

  /// An easy handle that belongs to nobody.
  ///
  /// - Parameter isNew: `true` if it must not have been used before.
  func takeEasy(isNew: Bool) -> EasyHandle? {
    let used = isNew ? nil : spare.popLast()
    return used ?? EasyHandle(multi: self)
  }

  /// Starts what an easy handle has been set up for.
  func add(_ easy: EasyHandle) {
    easy.position = running.count
    running.append(easy)
    _ = loop.insideLibrary { curl_multi_add_handle(handle, easy.handle) }
  }

  /// Ends what an easy handle does, whether it is done or not.
  func remove(_ easy: EasyHandle) {
    _ = loop.insideLibrary { curl_multi_remove_handle(handle, easy.handle) }
    let last = running.removeLast()
    if last !== easy {
      running[easy.position] = last
      last.position = easy.position
    }
    easy.position = -1
    loop.touch(self)
  }

  /// Takes back an easy handle that has been removed, or was never added.
  func recycle(_ easy: EasyHandle) {
    easy.forgetTransfer()
    if easy.isReusable, !isRetired, spare.count < Self.maximumSpareCount { spare.append(easy) }
  }

  /// Cancels all transfers.
  func stopAll() {
    for easy in running.reversed() { easy.transfer?.stop() }
  }

  /// Takes no more transfers; the connections are closed when the last one is over.
  func retire() {
    isRetired = true
    loop.touch(self)
  }

  // MARK: Being driven

  func socketIsReady(_ descriptor: Int32, _ readiness: Int32) {
    act(on: descriptor, readiness)
    loop.touch(self)
  }

  /// Lets libcurl send what it has kept for a connection that transfers use.
  func flush(_ descriptor: Int32) {
    guard descriptor != CURL_SOCKET_BAD, loop.sockets.isWatched(descriptor) else { return }
    socketIsReady(descriptor, CURL_CSELECT_IN | CURL_CSELECT_OUT)
  }

  private func act(on descriptor: Int32, _ readiness: Int32) {
    guard !isClosed else { return }
    var runningCount: Int32 = 0
    _ = loop.insideLibrary { curl_multi_socket_action(handle, descriptor, readiness, &runningCount) }
  }

  private func timeIsUp() {
    wantsCall = true
    loop.touch(self)
  }

  /// Calls libcurl where it wants to be, and ends the transfers that are done.
  func settle() {
    isTouched = false
    if wantsCall {
      wantsCall = false
      act(on: CURL_SOCKET_BAD, 0)
    }
    endTransfers()
    if isRetired, running.isEmpty { close() }
  }

  private func endTransfers() {
    guard !isClosed else { return }
    var left: Int32 = 0
    while let message = curl_multi_info_read(handle, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = EasyHandle.of(message.pointee.easy_handle) else { continue }
      easy.transfer?.finish(ccurl_message_result(message))
    }
  }

  private func close() {
    guard !isClosed else { return }
    isClosed = true
    spare = []
    loop.deadlines.remove(deadline)
    _ = loop.insideLibrary { curl_multi_cleanup(handle) }
  }

  fileprivate func setTimer(milliseconds: Int) {
    if milliseconds == 0 {
      wantsCall = true
      loop.touch(self)
    } else if milliseconds < 0 {
      loop.deadlines.remove(deadline)
    } else {
      let nanoseconds = Int64(milliseconds).multipliedReportingOverflow(by: 1_000_000).partialValue
      loop.deadlines.set(deadline, to: loop.now.addingSaturated(nanoseconds))
    }
  }

  fileprivate func watch(_ descriptor: Int32, _ what: Int32) {
    loop.sockets.watch(descriptor, what: what, owner: self)
  }
}

private func multi(_ context: UnsafeMutableRawPointer?) -> MultiHandle? {
  context.map { Unmanaged<MultiHandle>.fromOpaque($0).takeUnretainedValue() }
}

private func multiWatchesSocket(
  _: UnsafeMutableRawPointer?, _ descriptor: Int32, _ what: Int32, _ context: UnsafeMutableRawPointer?,
  _: UnsafeMutableRawPointer?
) -> Int32 {
  multi(context)?.watch(descriptor, what)
  return 0
}

private func multiSetsTimer(
  _: UnsafeMutableRawPointer?, _ milliseconds: Int, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  multi(context)?.setTimer(milliseconds: milliseconds)
  return 0
}
