// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import WoofSystem

/// Receives the events of a connection that a protocol does not wait for. All calls come on the connection's loop.
protocol ConnectionObserver: AnyObject {
  /// The peer sends nothing more; it may still read.
  func peerFinished()
  /// Nothing goes through any more.
  func connectionBroke()
  /// Output that had been held back has gone out.
  func outputDrained()
  /// The server ends: finish what runs, begin nothing new.
  func drainBegan()
}

/// A stream of bytes to and from one peer, plain or encrypted, with the waits, deadlines and buffers that a protocol
/// needs. It knows no protocol. Confined to its loop.
final class Connection: DescriptorObserver, DeadlineHolder, @unchecked Sendable {  // confined to `loop`
  let loop: EventLoop
  /// The peer at the other end, or the one that a proxy's header announces if the listener takes such headers.
  var peer: HTTPPeer
  /// `true` if the peer is a trusted proxy, which is believed about its clients.
  var isTrustedProxy = false
  let pool: BlockPool
  private let writeStallTimeout: Int64
  /// The time for which the peer may neither send nor take anything, in nanoseconds; `nil` until the server shuts down.
  private(set) var stallLimit: Int64?

  /// The protocol, which is told of the events that it does not wait for.
  var observer: (any ConnectionObserver)?
  /// The task that serves the connection.
  var task: Task<Void, Never>?
  /// The encryption; `nil` for a plain connection.
  var tls: TLSSession?
  /// The bytes that have been received and not yet used.
  var input: InputBuffer
  /// The bytes that are to be sent before any others.
  var output: OutputBuffer
  /// The position in the server's list of connections; -1 if the connection is not in it.
  var registryIndex = -1
  /// The server's decision on the connection; a refusal until it is taken.
  var admission = Admission.refused

  private(set) var descriptor: Int32
  /// `true` if a receive may bring bytes or the end of the stream.
  var isReadable = false
  /// `true` if the socket may have room.
  private(set) var isWritable = true
  /// `true` once the peer has ended its side of the stream and sends nothing more.
  private(set) var peerHasFinished = false
  /// `true` once nothing goes through any more in either direction.
  private(set) var isBroken = false
  /// `true` if the peer took none of the output for too long.
  private(set) var hasStalled = false

  /// `true` while another thread receives from the socket.
  var isLent = false
  /// The descriptor that is to be closed when it has been returned; -1 where there is none.
  private var abandoned: Int32 = -1

  /// The work that the connection may still do before others have their turn.
  var turn = Turn()

  private var reader: UnsafeContinuation<Bool, Never>?  // resumed by an event, by the deadline, or by `close`
  private var writer: UnsafeContinuation<Bool, Never>?  // resumed by an event, by the deadline, or by `close`
  private var readDeadline = Int64.max
  private var writeDeadline = Int64.max
  var wheelPlace = DeadlineWheel.Place()

  /// A server's decision on a connection that it has accepted.
  enum Admission {
    /// The connection is served, and counted under this key.
    case counted(UInt64?)
    /// The connection is one too many, and is told so.
    case refused
  }

  /// Makes the connection of an accepted socket, which it closes in the end.
  init(descriptor: Int32, peer: HTTPPeer, loop: EventLoop, pool: BlockPool, writeStallTimeout: Int64) {
    self.descriptor = descriptor
    self.peer = peer
    self.loop = loop
    self.pool = pool
    self.writeStallTimeout = writeStallTimeout
    input = InputBuffer(pool: pool)
    output = OutputBuffer(pool: pool)
  }

  deinit {
    if descriptor >= 0 { Glibc.close(descriptor) }
    if abandoned >= 0 { Glibc.close(abandoned) }
  }

  /// Starts to watch the socket.
  func open() throws(SystemError) {
    try loop.watch(descriptor, [.readable, .writable, .peerFinished, .edgeTriggered], observer: self)
  }

  /// Closes the socket. Whoever waits is told that it is ready and finds the connection broken.
  func close() {
    guard descriptor >= 0 else { return }
    loop.forget(descriptor)
    // What another thread reads from must not become another connection's meanwhile.
    if isLent { abandoned = descriptor } else { Glibc.close(descriptor) }
    descriptor = -1
    readDeadline = .max
    writeDeadline = .max
    loop.deadlines.remove(self)
    breakOff()
  }

  /// The socket is no longer another thread's.
  func endLending() {
    isLent = false
    guard abandoned >= 0 else { return }
    Glibc.close(abandoned)
    abandoned = -1
  }

  /// Gives the buffers back; nobody looks into them any more.
  func releaseBuffers() {
    input.consume(input.count)
    input.releaseIfEmpty()
    output.consume(output.count)
    tls = nil
  }

  /// Closes the socket so that the peer sees a reset: what it has got is not all.
  func reset() {
    guard descriptor >= 0 else { return }
    var option = Glibc.linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<Glibc.linger>.size))
    close()
  }

  /// The server ends: finish what runs, and wait for the peer no longer than `stallLimit` nanoseconds at a time.
  func drain(stallLimit: Int64) {
    self.stallLimit = stallLimit
    let end = loop.now.addingSaturated(stallLimit)
    if reader != nil { readDeadline = min(readDeadline, end) }
    if !isWritable { writeDeadline = min(writeDeadline, end) }
    deadlineMoved()
    if let observer { observer.drainBegan() } else { close() }
  }

  /// The server ends now.
  func cut() {
    task?.cancel()
    reset()
  }

  /// Notes that nothing goes through any more.
  func breakOff() {
    guard !isBroken else { return }
    isBroken = true
    observer?.connectionBroke()
    resumeReader(inTime: true)
    resumeWriter(inTime: true)
  }

  // MARK: Waiting

  /// Waits until receiving may bring something; `false` when `deadline` passed first.
  func waitUntilReadable(by deadline: Int64) async -> Bool {
    await withUnsafeContinuation { resume($0, whenReadableBy: deadline) }
  }

  /// Lets the other connections of the loop have their turn.
  func endTurn() async {
    await Task.yield()
    turn.begin()
  }

  /// Resumes a continuation when receiving may bring something, with `false` when `deadline` passed first.
  func resume(_ continuation: UnsafeContinuation<Bool, Never>, whenReadableBy deadline: Int64) {
    if isReadable || isBroken { return continuation.resume(returning: true) }
    turn.begin()
    reader = continuation
    readDeadline = stallLimit.map { min(deadline, loop.now.addingSaturated($0)) } ?? deadline
    deadlineMoved()
  }

  /// Waits until the socket may have room; `false` when the peer took nothing for too long.
  func waitUntilWritable() async -> Bool {
    if isWritable || isBroken { return true }
    turn.begin()
    return await withUnsafeContinuation { writer = $0 }
  }

  /// Notes that the socket is full. The peer has to take something in time.
  func becameFull() {
    isWritable = false
    writeDeadline = loop.now.addingSaturated(min(writeStallTimeout, stallLimit ?? .max))
    deadlineMoved()
  }

  var deadline: Int64 { min(readDeadline, writeDeadline) }

  private func deadlineMoved() {
    if deadline < wheelPlace.time { loop.deadlines.place(self) }
  }

  func deadlinePassed() {
    if readDeadline <= loop.now {
      readDeadline = .max
      resumeReader(inTime: false)
    }
    if writeDeadline <= loop.now {
      writeDeadline = .max
      hasStalled = true
      if writer == nil { breakOff() } else { resumeWriter(inTime: false) }
    }
    deadlineMoved()
  }

  // MARK: Readiness

  func descriptorIsReady(_ readiness: Readiness) {
    let isEnd = !readiness.isDisjoint(with: [.peerFinished, .broken])
    if readiness.contains(.readable) || isEnd { isReadable = true }
    if isEnd { peerEnded(isBroken: readiness.contains(.broken)) }
    if readiness.contains(.writable), !isWritable { becameWritable() }
    if isReadable { resumeReader(inTime: true) }
  }

  private func peerEnded(isBroken: Bool) {
    if !peerHasFinished {
      peerHasFinished = true
      observer?.peerFinished()
    }
    if isBroken { breakOff() }
  }

  private func becameWritable() {
    isWritable = true
    writeDeadline = .max
    if writer != nil { return resumeWriter(inTime: true) }
    if hasOutput, flush() { observer?.outputDrained() }
  }

  private func resumeReader(inTime: Bool) {
    guard let reader else { return }
    self.reader = nil
    readDeadline = .max
    reader.resume(returning: inTime)
  }

  private func resumeWriter(inTime: Bool) {
    guard let writer else { return }
    self.writer = nil
    writer.resume(returning: inTime)
  }
}
