// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofHTTP

@Suite struct HTTP1StateMachineTests {
  private static let second: Int64 = 1_000_000_000
  private static let id = HTTPRequestID(prefix: 1, number: 2)
  private let timeouts = Timeouts(HTTPServerLimits())

  private func makeMachine(headDeadline: Int64 = 10 * second) -> HTTP1StateMachine {
    HTTP1StateMachine(limits: HTTPParserLimits(), headDeadline: headDeadline)
  }

  /// A machine that has been sent a request.
  private func machine(after request: String) throws -> HTTP1StateMachine {
    var machine = makeMachine()
    try receive(request, &machine)
    return machine
  }

  private func receive(_ request: String, _ machine: inout HTTP1StateMachine) throws {
    let bytes = Array(request.utf8)
    guard case .head(_, let consumed) = bytes.withUnsafeBytes({ machine.receive($0) }), consumed == bytes.count else {
      throw RequestIsNoHead()
    }
  }

  private struct RequestIsNoHead: Error {}

  private func respond(
    _ machine: inout HTTP1StateMachine, _ response: HTTPResponse = HTTPResponse(200),
    body: HTTP1StateMachine.BodyState = .read, isDraining: Bool = false
  ) -> HTTP1ResponseHead {
    machine.respond(with: response, id: Self.id, body: body, isDraining: isDraining)
  }

  private static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
  private static let oldGet = "GET / HTTP/1.0\r\nHost: x\r\n\r\n"

  // MARK: Waiting for a head

  @Test func `the first head has its time from the start of the connection`() {
    var machine = makeMachine(headDeadline: 7)
    #expect(machine.awaitHead(hasInput: false, isDraining: false, at: 5, timeouts) == 7)
    #expect(machine.phase == .awaitingHead)
  }

  @Test func `a connection may stay idle between requests for the time of keep-alive`() throws {
    var machine = try machine(after: Self.get)
    _ = respond(&machine)
    #expect(machine.responseEnded(isComplete: true, body: .read, hasInput: false) == .readHead)
    let deadline = machine.awaitHead(hasInput: false, isDraining: false, at: 100, timeouts)
    #expect(deadline == 100 + 60 * Self.second)
  }

  @Test func `a later head has its time from its first byte, however often more of it is waited for`() throws {
    var machine = try machine(after: Self.get)
    _ = respond(&machine)
    _ = machine.responseEnded(isComplete: true, body: .read, hasInput: true)
    #expect(machine.awaitHead(hasInput: true, isDraining: false, at: 100, timeouts) == 100 + 10 * Self.second)
    machine.headWaitEnded()
    #expect(machine.awaitHead(hasInput: true, isDraining: false, at: 200, timeouts) == 100 + 10 * Self.second)
  }

  @Test func `a half head that does not come is refused, and silence is not`() {
    let machine = makeMachine()
    #expect(machine.headTimedOut(hasInput: true, isDraining: false)?.status == 408)
    #expect(machine.headTimedOut(hasInput: false, isDraining: false) == nil)
    #expect(machine.headTimedOut(hasInput: true, isDraining: true) == nil)
  }

  @Test func `an idle connection ends with the server, and a head under way gets the time of a drain`() {
    var idle = makeMachine()
    _ = idle.awaitHead(hasInput: false, isDraining: false, at: 0, timeouts)
    let idleIsOver = idle.drainBegan(hasInput: false, at: 0, timeouts)
    #expect(idleIsOver)
    #expect(idle.awaitHead(hasInput: false, isDraining: true, at: 0, timeouts) == nil)

    var busy = makeMachine()
    _ = busy.awaitHead(hasInput: true, isDraining: false, at: 0, timeouts)
    let busyIsOver = busy.drainBegan(hasInput: true, at: 0, timeouts)
    #expect(!busyIsOver)
    #expect(busy.awaitHead(hasInput: true, isDraining: true, at: 0, timeouts) == Self.second)
  }

  @Test func `the end of the server leaves a request that is being handled alone`() throws {
    var machine = try machine(after: Self.get)
    let isOver = machine.drainBegan(hasInput: false, at: 0, timeouts)
    #expect(!isOver)
  }

  // MARK: Responding

  @Test func `a body of known length is announced, and one that is made is sent in chunks`() throws {
    var machine = try machine(after: Self.get)
    #expect(respond(&machine, HTTPResponse(200, body: .bytes(HTTPBytes("abc")))).framing == .length(3))
    #expect(!machine.isStreamed)
    let stream = HTTPResponse(200, body: .stream(HTTPStream { $0.finish() }))
    #expect(respond(&machine, stream).framing == .chunked)
    #expect(machine.isStreamed)
    #expect(respond(&machine, HTTPResponse(304)).framing == .none)
    #expect(!machine.sendsBody)
  }

  @Test func `a client of HTTP 1.0 is told the end of a made body by the end of the connection`() throws {
    var machine = try machine(after: Self.oldGet)
    let stream = HTTPResponse(200, body: .stream(HTTPStream { $0.finish() }))
    #expect(respond(&machine, stream).framing == .untilClose)
    #expect(machine.responseEnded(isComplete: false, body: .read, hasInput: false) == .reset)
  }

  @Test func `the response to HEAD announces a body and has none`() throws {
    var machine = try machine(after: "HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(respond(&machine, HTTPResponse(200, body: .bytes(HTTPBytes("abc")))).framing == .length(3))
    #expect(!machine.sendsBody)
  }

  @Test func `a connection goes on unless somebody wants its end`() throws {
    var machine = try machine(after: Self.get)
    #expect(respond(&machine).persistence == .persistent)
    #expect(machine.leavesNothingToDo)
    #expect(respond(&machine, isDraining: true).persistence == .closing)
    var closing = HTTPResponse(200)
    closing.closesConnection = true
    #expect(respond(&machine, closing).persistence == .closing)
    var old = try self.machine(after: "GET / HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\n\r\n")
    #expect(respond(&old).persistence == .persistentAnnounced)
    var last = try self.machine(after: "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    #expect(respond(&last).persistence == .closing)
  }

  @Test(arguments: [
    (HTTP1StateMachine.BodyState.read, HTTP1Persistence.persistent, HTTP1StateMachine.Next.readHead),
    (.drainable, .persistent, .drainBody), (.undrainable, .closing, .endInOrder),
  ])
  func `the rest of a body decides how the connection goes on`(
    body: HTTP1StateMachine.BodyState, persistence: HTTP1Persistence, next: HTTP1StateMachine.Next
  ) throws {
    var machine = try machine(after: "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n")
    #expect(respond(&machine, body: body).persistence == persistence)
    #expect(!machine.leavesNothingToDo)
    #expect(machine.responseEnded(isComplete: true, body: body, hasInput: false) == next)
    #expect(machine.phase == .idle)
  }

  @Test func `a response that breaks off ends the connection`() throws {
    var machine = try machine(after: Self.get)
    _ = respond(&machine)
    #expect(machine.responseEnded(isComplete: false, body: .read, hasInput: false) == .end)
  }

  @Test func `a client that has sent everything and wants the end is not waited for`() throws {
    var machine = try machine(after: "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    _ = respond(&machine)
    #expect(machine.responseEnded(isComplete: true, body: .read, hasInput: false) == .end)
    _ = respond(&machine)
    #expect(machine.responseEnded(isComplete: true, body: .read, hasInput: true) == .endInOrder)
  }

  @Test func `a refusal ends the connection in order, whatever came before`() throws {
    var machine = try machine(after: Self.get)
    _ = respond(&machine)
    _ = machine.responseEnded(isComplete: true, body: .read, hasInput: true)
    machine.refuse()
    #expect(respond(&machine, HTTPResponse(400)).persistence == .closing)
    #expect(machine.responseEnded(isComplete: true, body: .read, hasInput: false) == .endInOrder)
  }

  @Test func `a request after another is read from its first byte`() throws {
    var machine = try machine(after: Self.get)
    _ = respond(&machine)
    _ = machine.responseEnded(isComplete: true, body: .read, hasInput: true)
    try receive("HEAD /b HTTP/1.0\r\nHost: x\r\n\r\n", &machine)
    #expect(machine.phase == .handling)
    #expect(respond(&machine).persistence == .closing)
  }

  // MARK: Events

  @Test func `interim responses go before the final one, to clients that know them`() throws {
    var machine = try machine(after: Self.get)
    #expect(machine.allowsInterim(103))
    #expect(!machine.allowsInterim(100) && !machine.allowsInterim(101) && !machine.allowsInterim(200))
    _ = respond(&machine)
    #expect(!machine.allowsInterim(103))
    #expect(try !self.machine(after: Self.oldGet).allowsInterim(103))
  }

  @Test func `a peer that leaves has the handler cancelled only when its request was complete`() throws {
    var machine = try machine(after: "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n")
    #expect(machine.peerFinished(body: .read))
    #expect(!machine.peerFinished(body: .drainable))
    _ = respond(&machine)
    #expect(!machine.peerFinished(body: .read))
    machine.streams(true)
    #expect(machine.peerFinished(body: .drainable))
    machine.streams(false)
    #expect(!machine.peerFinished(body: .read))
  }

  @Test func `bytes that are no request begin no exchange`() {
    var machine = makeMachine()
    let bytes = Array("\u{16}\u{03}\u{01}".utf8)
    guard case .violation(let violation) = bytes.withUnsafeBytes({ machine.receive($0) }) else {
      Issue.record("The bytes were taken for a head.")
      return
    }
    #expect(violation.status == 400)
    #expect(machine.phase == .idle)
  }
}
