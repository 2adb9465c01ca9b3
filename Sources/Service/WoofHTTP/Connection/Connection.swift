// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
package import WoofSystem

/// Receives the events of a connection that a protocol does not wait for. All calls come on the connection's loop.
package protocol ConnectionObserver: AnyObject {
  /// The peer sends nothing more; it may still read.
  func peerFinished()
  /// Nothing goes through any more.
  func connectionBroke()
  /// Output that had been held back has gone out.
  func outputDrained()
  /// The server ends: finish what runs, begin nothing new.
  func drainBegan()
}

/// An outcome of a receive.
package enum Received: Hashable {
  /// There are more bytes in the input.
  case some
  /// Nothing has come.
  case none
  /// Nothing will come any more.
  case ended
}

/// A stream of bytes to and from one peer, plain or encrypted, with the waits, deadlines and buffers that a protocol
/// needs. It knows no protocol. Confined to its loop.
///
/// What it decides is decided by values: ``SocketState``, ``ConnectionDeadlines``, ``Turn``. It carries their decisions
/// out.
package final class Connection:
  DescriptorObserver, DeadlineHolder, TLSTransport, @unchecked Sendable  // confined to `loop`
{
  package let loop: EventLoop
  /// The peer at the other end, or the one that a proxy's header announces if the listener takes such headers.
  package var peer: HTTPPeer
  /// `true` if the peer is a trusted proxy, which is believed about its clients.
  var isTrustedProxy = false
  package let pool: BlockPool

  /// The protocol, which is told of the events that it does not wait for.
  package var observer: (any ConnectionObserver)?
  /// The task that serves the connection.
  var task: Task<Void, Never>?
  /// The encryption; `nil` for a plain connection.
  private(set) var tls: TLSSession?
  // Without checks at run time, as those of `HTTP1Connection`.
  /// The bytes that have been received and not yet used.
  @exclusivity(unchecked) package var input: InputBuffer
  /// The bytes that are to be sent before any others.
  @exclusivity(unchecked) package var output: OutputBuffer
  /// The work that the connection may still do before others have their turn.
  @exclusivity(unchecked) package var turn = Turn()
  /// The position in the server's list of connections; -1 if the connection is not in it.
  var registryIndex = -1
  /// The server's decision on the connection; a refusal until it is taken.
  var admission = Admission.refused
  @exclusivity(unchecked) var wheelPlace = DeadlineWheel.Place()

  @exclusivity(unchecked) private var socket: ConnectionSocket
  @exclusivity(unchecked) private var state = SocketState()
  @exclusivity(unchecked) private var deadlines: ConnectionDeadlines
  private var reader: UnsafeContinuation<Bool, Never>?  // resumed by an event, by the deadline, or by `close`
  private var writer: UnsafeContinuation<Bool, Never>?  // resumed by an event, by the deadline, or by `close`

  /// A server's decision on a connection that it has accepted.
  enum Admission {
    /// The connection is served, and counted under this key.
    case counted(UInt64?)
    /// The connection is one too many, and is told so.
    case refused
  }

  /// Makes the connection of an accepted socket, which it closes in the end.
  package init(descriptor: Int32, peer: HTTPPeer, loop: EventLoop, pool: BlockPool, writeStallTimeout: Int64) {
    socket = ConnectionSocket(descriptor)
    deadlines = ConnectionDeadlines(writeStallTimeout: writeStallTimeout)
    self.peer = peer
    self.loop = loop
    self.pool = pool
    input = InputBuffer(pool: pool)
    output = OutputBuffer(pool: pool)
  }

  /// `true` if the socket may have room.
  var isWritable: Bool { state.isWritable }
  /// `true` once the peer has ended its side of the stream and sends nothing more.
  package var peerHasFinished: Bool { state.peerHasFinished }
  /// `true` once nothing goes through any more in either direction.
  package var isBroken: Bool { state.isBroken }
  /// `true` if the peer took none of the output for too long.
  var hasStalled: Bool { deadlines.hasStalled }
  /// The time for which the peer may neither send nor take anything, in nanoseconds; `nil` until the server shuts down.
  var stallLimit: Int64? { deadlines.stallLimit }

  // MARK: Beginning and end

  /// Starts to watch the socket.
  package func open() throws(SystemError) {
    try loop.watch(socket.descriptor, [.readable, .writable, .peerFinished, .edgeTriggered], observer: self)
  }

  /// Closes the socket. Whoever waits is told that it is ready and finds the connection broken.
  package func close() {
    guard socket.isOpen else { return }
    loop.forget(socket.descriptor)
    socket.close()
    deadlines.clear()
    loop.deadlines.remove(self)
    breakOff()
  }

  /// Has the kernel hold back no more than so many bytes that it has not sent, so that what is urgent can overtake.
  func limitUnsentBytes(to count: Int32) { socket.limitUnsentBytes(to: count) }

  /// Closes the socket so that the peer sees a reset: what it has got is not all.
  package func reset() {
    guard socket.isOpen else { return }
    socket.resetWhenClosed()
    close()
  }

  /// The server ends now.
  func cut() {
    task?.cancel()
    reset()
  }

  /// Gives the buffers back; nobody looks into them any more.
  func releaseBuffers() {
    input.consume(input.count)
    input.releaseIfEmpty()
    output.consume(output.count)
    tls = nil
  }

  /// The server ends: finish what runs, and wait for the peer no longer than `stallLimit` nanoseconds at a time.
  func drain(stallLimit: Int64) {
    deadlines.drain(stallLimit: stallLimit, isReading: reader != nil, isFull: !state.isWritable, at: loop.now)
    deadlineMoved()
    if let observer { observer.drainBegan() } else { close() }
  }

  /// Notes that nothing goes through any more.
  func breakOff() {
    guard state.breakOff() else { return }
    observer?.connectionBroke()
    resumeReader(inTime: true)
    resumeWriter(inTime: true)
  }

  /// Sends nothing more, and goes on receiving.
  package func finishSending() {
    finishTLS()
    guard socket.isOpen else { return }
    socket.finishSending()
  }

  /// Reads and drops what comes until the peer is done or pauses for too long, or the time or the bytes of the policy are
  /// used up: a socket closed with something unread would reset the connection, and the peer might never read its
  /// response.
  func linger(_ policy: LingerPolicy) async {
    finishTLS()
    guard !isBroken else { return }
    socket.finishSending()
    let end = loop.now.addingSaturated(policy.duration)
    var left = policy.byteCount
    while left > 0, !isBroken {
      switch discard() {
      case .count(0), .failed: return
      case .count(let count):
        left -= count
        turn.spend(count)
        if turn.isOver { await endTurn() }
      case .wouldBlock:
        state.becameEmpty()
        guard await waitUntilReadable(by: min(end, loop.now.addingSaturated(policy.pause))) else { return }
      }
    }
  }

  private func discard() -> Transfer {
    let block = pool.takeLarge()
    defer { pool.give(block) }
    return SystemCall.receive(socket.descriptor, into: block)
  }

  // MARK: Encryption

  /// The protocol that the handshake has settled on (RFC 7301); `nil` where none was, and on a plain connection.
  package var applicationProtocol: String? { tls?.applicationProtocol }

  /// An outcome of ``startTLS(_:by:)``.
  package enum TLSStart {
    case encrypted
    /// The peer speaks plain HTTP; the connection is plain again.
    case plainHTTP
    case failed
  }

  /// Makes the connection an encrypted one.
  package func startTLS(_ context: TLSContext, by deadline: Int64) async -> TLSStart {
    guard let session = TLSSession(context, transport: self, pool: pool) else { return .failed }
    tls = session
    while true {
      let step = session.handshake()
      if step == .plainHTTP {
        tls = nil
        return .plainHTTP
      }
      flush()
      if step == .done { return .encrypted }
      guard step == .waiting, !isBroken, await waitUntilReadable(by: deadline), !isBroken else { return .failed }
    }
  }

  /// Says that nothing more is sent, where the encryption has words for it.
  package func finishTLS() {
    guard let tls, !isBroken else { return }
    tls.finish()
    flush()
  }

  // MARK: Receiving

  /// Receives into the input, which has room.
  package func receive(forBody: Bool = false) -> Received {
    guard !isBroken else { return .ended }
    guard state.isReadable || tls?.hasInput == true else { return .none }
    let room = input.room(forBody: forBody)
    let transfer = tls.map { $0.decrypt(into: room) } ?? receiveRaw(into: room)
    switch transfer {
    case .count(0):
      return .ended
    case .count(let count):
      input.received(count)
      return .some
    case .wouldBlock:
      return .none
    case .failed:
      breakOff()
      return .ended
    }
  }

  /// Receives what has come on a plain connection before it broke: a peer that responds early and leaves breaks the
  /// connection for whoever still sends, and its response is in the socket nevertheless.
  package func receiveRest() -> Received {
    guard isBroken, socket.isOpen, tls == nil else { return .ended }
    guard case .count(let count) = SystemCall.receive(socket.descriptor, into: input.room(forBody: true)), count > 0
    else { return .ended }
    input.received(count)
    return .some
  }

  /// Receives from the socket, past the encryption.
  func receiveRaw(into room: UnsafeMutableRawBufferPointer) -> Transfer {
    guard state.isReadable else { return .wouldBlock }
    let transfer = SystemCall.receive(socket.descriptor, into: room)
    switch transfer {
    case .count(let count):
      turn.spend(count)
      state.received(count, room: room.count)
    case .wouldBlock: state.becameEmpty()
    case .failed: break
    }
    return transfer
  }

  /// Looks at the first bytes in the socket, past the encryption; they stay there.
  func peekRaw(into room: UnsafeMutableRawBufferPointer) -> Transfer { SystemCall.peek(socket.descriptor, into: room) }

  /// Takes the first bytes from the socket, past the encryption and the input; returns `true` if there were so many.
  func takeRaw(into room: UnsafeMutableRawBufferPointer) -> Bool {
    SystemCall.receive(socket.descriptor, into: room) == .count(room.count)
  }

  /// Lends the socket of a plain connection to another thread, where there may be something to receive. Until it is
  /// returned nothing is received here, and the descriptor stays open.
  func lendSocket(limit: Int) -> SocketLoan? {
    guard tls == nil, !isBroken, state.isReadable, limit > 0 else { return nil }
    // Cleared before the other thread reads, so that what comes after its last look is told here.
    state.becameEmpty()
    return socket.lend(pool.takeLarge(), limit: limit)
  }

  /// Takes back what was lent.
  func takeBack(_ loan: SocketLoan) {
    loan.returnBlock(to: pool)
    if !loan.isEmptied { state.mayBeReadable() }
    socket.takeBack()
  }

  // MARK: Sending

  /// `true` if some of the output, plain or encrypted, has not reached the socket.
  var hasOutput: Bool { !output.isEmpty || tls?.hasOutput == true }

  /// Sends what is buffered as far as the socket takes it; returns `true` if nothing is left.
  @discardableResult
  package func flush() -> Bool {
    _ = send(UnsafeRawBufferPointer(start: nil, count: 0))
    return !hasOutput
  }

  /// Sends what is buffered and then `bytes`, as far as the socket takes them; returns how many of `bytes` it took.
  func send(_ bytes: UnsafeRawBufferPointer, moreFollows: Bool = false) -> Int {
    guard state.isWritable, !isBroken else { return 0 }
    if let tls { return send(bytes, through: tls) }
    guard output.count + bytes.count > 0 else { return 0 }
    let sent = sendRaw(output.bytes, bytes, moreFollows: moreFollows)
    return output.tookWithMore(sent)
  }

  /// Sends bytes past the encryption and the buffers; returns how many of both the socket took.
  private func sendRaw(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, moreFollows: Bool = false
  ) -> Int {
    let sent = took(SystemCall.send(socket.descriptor, first, second, moreFollows: moreFollows))
    if sent < first.count + second.count, !isBroken { becameFull() }
    return sent
  }

  /// Sends what is buffered and then part of a file, as far as the socket takes them; returns how many bytes of the
  /// file it took. A file that ends early breaks the connection.
  func sendFile(_ file: Int32, offset: Int64, count: Int) -> Int {
    if let tls { return sendFile(file, offset: offset, count: count, through: tls) }
    if !output.isEmpty { _ = send(UnsafeRawBufferPointer(start: nil, count: 0), moreFollows: true) }
    guard state.isWritable, !isBroken, output.isEmpty else { return 0 }
    let transfer = SystemCall.sendFile(socket.descriptor, from: file, offset: offset, count: count)
    if transfer == .count(0) { breakOff() }
    return took(transfer)
  }

  private func send(_ bytes: UnsafeRawBufferPointer, through tls: TLSSession) -> Int {
    var taken = 0
    repeat {
      if !output.isEmpty {
        tls.encrypt(output.bytes)
        output.consume(output.count)
      }
      let next = UnsafeRawBufferPointer(rebasing: bytes[taken...].prefix(TLSSession.batchSize))
      tls.encrypt(next)
      taken += next.count
      guard tls.hasOutput else { break }
      let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
      let sent = sendRaw(tls.sealed.bytes, nothing)
      tls.sealed.consume(sent)
    } while taken < bytes.count && state.isWritable && !isBroken
    return taken
  }

  private func sendFile(_ file: Int32, offset: Int64, count: Int, through tls: TLSSession) -> Int {
    guard state.isWritable, !isBroken else { return 0 }
    let block = pool.takeLarge()
    defer { pool.give(block) }
    let wanted = UnsafeMutableRawBufferPointer(rebasing: block.prefix(min(count, TLSSession.batchSize)))
    guard case .count(let read) = SystemCall.read(file, offset: offset, into: wanted), read > 0 else {
      breakOff()
      return 0
    }
    return send(UnsafeRawBufferPointer(rebasing: wanted.prefix(read)))
  }

  private func took(_ transfer: Transfer) -> Int {
    switch transfer {
    case .count(let count):
      turn.spend(count)
      return count
    case .wouldBlock: becameFull()
    case .failed: breakOff()
    }
    return 0
  }

  /// Notes that the socket is full. The peer has to take something in time.
  private func becameFull() {
    state.becameFull()
    deadlines.becameFull(at: loop.now)
    deadlineMoved()
  }

  // MARK: Waiting

  /// Waits until receiving may bring something; `false` when `deadline` passed first.
  package func waitUntilReadable(by deadline: Int64) async -> Bool {
    await withUnsafeContinuation { resume($0, whenReadableBy: deadline) }
  }

  /// Waits for an event that tells of something to receive, whatever was told before; `false` when `deadline` passed
  /// first.
  func waitForMore(by deadline: Int64) async -> Bool {
    state.becameEmpty()
    return await waitUntilReadable(by: deadline)
  }

  /// Resumes a continuation when receiving may bring something, with `false` when `deadline` passed first.
  func resume(_ continuation: UnsafeContinuation<Bool, Never>, whenReadableBy deadline: Int64) {
    if state.isReadable || isBroken { return continuation.resume(returning: true) }
    turn.begin()
    reader = continuation
    deadlines.beginReading(by: deadline, at: loop.now)
    deadlineMoved()
  }

  /// Waits until the socket may have room; `false` when the peer took nothing for too long.
  package func waitUntilWritable() async -> Bool {
    if state.isWritable || isBroken { return true }
    turn.begin()
    return await withUnsafeContinuation { writer = $0 }
  }

  /// Lets the other connections of the loop have their turn.
  package func endTurn() async {
    await Task.yield()
    turn.begin()
  }

  /// Brings the deadline of the wait that is under way for something to receive forward, if there is one.
  func waitUntilReadable(noLongerThan deadline: Int64) {
    guard reader != nil else { return }
    deadlines.beginReading(by: deadline, at: loop.now)
    deadlineMoved()
  }

  /// Ends the wait that is under way for something to receive, if there is one.
  func stopWaiting() { resumeReader(inTime: false) }

  private func resumeReader(inTime: Bool) {
    guard let reader else { return }
    self.reader = nil
    deadlines.endReading()
    reader.resume(returning: inTime)
  }

  private func resumeWriter(inTime: Bool) {
    guard let writer else { return }
    self.writer = nil
    writer.resume(returning: inTime)
  }

  // MARK: Events

  var deadline: Int64 { deadlines.next }

  private func deadlineMoved() {
    if deadline < wheelPlace.time { loop.deadlines.place(self) }
  }

  func deadlinePassed() {
    let passed = deadlines.takePassed(at: loop.now)
    if passed.read { resumeReader(inTime: false) }
    if passed.write {
      if writer == nil { breakOff() } else { resumeWriter(inTime: false) }
    }
    deadlineMoved()
  }

  func descriptorIsReady(_ readiness: Readiness) {
    let changes = state.take(readiness)
    if changes.contains(.peerFinished) { observer?.peerFinished() }
    if changes.contains(.broken) { breakOff() }
    if changes.contains(.writable) { becameWritable() }
    if state.isReadable { resumeReader(inTime: true) }
  }

  private func becameWritable() {
    state.becameWritable()
    deadlines.becameWritable()
    if writer != nil { return resumeWriter(inTime: true) }
    if hasOutput, flush() { observer?.outputDrained() }
  }
}

/// The work that a connection may do before the others of its loop have their turn. Without it, a peer that always has
/// more to send, or always takes more, would keep the loop to itself.
package struct Turn {
  /// The bytes of one turn.
  private static let byteCount = 256 * 1024
  /// The cost of a request beside its bytes: handling it takes about as long as moving so many.
  static let requestCost = 8 * 1024

  private var left = byteCount

  /// `true` if the others should have their turn.
  package var isOver: Bool { left <= 0 }

  /// Notes that bytes have been moved, or work of that cost been done.
  mutating func spend(_ byteCount: Int) { left -= byteCount }

  /// Begins a new turn.
  mutating func begin() { left = Self.byteCount }
}
