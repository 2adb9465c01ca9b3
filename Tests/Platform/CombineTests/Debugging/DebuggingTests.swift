// SPDX-License-Identifier: Apache-2.0

import Combine
import Glibc
import Testing

@Suite struct DebuggingTests {
  private let upstream = ManualPublisher<Int, TestFailure>()
  private let error = TestFailure(number: 1)

  @Test func `print writes a line for each event`() {
    let stream = LineStream()
    let probe = [1, 2].publisher.print("numbers", to: stream).probe(.max(1))
    probe.request(.unlimited)
    #expect(
      stream.lines == [
        "numbers: receive subscription: ([1, 2])", "numbers: request max: (1)", "numbers: receive value: (1)",
        "numbers: request unlimited", "numbers: receive value: (2)", "numbers: receive finished",
      ])
  }

  @Test func `print without a prefix writes no colon`() {
    let stream = LineStream()
    let probe = Fail<Int, TestFailure>(error: error).print(to: stream).probe()
    withExtendedLifetime(probe) {}
    #expect(stream.lines.first == "receive subscription: (Empty)")
    #expect(stream.lines.last == "receive error: (TestFailure(number: 1))")
  }

  @Test func `print reports demand that a value returns, and cancelling`() {
    let stream = LineStream()
    let probe = Probe<Int, TestFailure>(.max(1))
    probe.onValue = { _ in .max(2) }
    upstream.print(to: stream).subscribe(probe)
    upstream.send(1)
    probe.cancel()
    #expect(stream.lines.suffix(3) == ["receive value: (1)", "request max: (2) (synchronous)", "receive cancel"])
    #expect(upstream.isCancelled)
  }

  @Test func `writing to the stream of print can cause further events`() {
    let stream = LineStream()
    let subject = PassthroughSubject<Int, Never>()
    stream.onLine = { [unowned subject] line in if line.contains("(1)") { subject.send(2) } }
    let probe = subject.print(to: stream).probe()
    subject.send(1)
    #expect(probe.values == [1, 2])
    #expect(stream.lines.last == "receive value: (2)")
  }

  @Test func `handleEvents reports every event before it happens`() {
    var events: [String] = []
    let probe = Probe<Int, TestFailure>(.max(1))
    probe.onValue = { value in
      events.append("value \(value)")
      return .max(3)
    }
    probe.onCompletion = { _ in events.append("completion") }
    upstream.handleEvents(
      receiveSubscription: { _ in events.append("receive subscription") },
      receiveOutput: { events.append("receive output \($0)") },
      receiveCompletion: { _ in events.append("receive completion") },
      receiveCancel: { events.append("receive cancel") },
      receiveRequest: { events.append("receive request \($0)") }
    ).subscribe(probe)
    upstream.send(1)
    upstream.finish()
    #expect(
      events == [
        "receive subscription", "receive request max(1)", "receive output 1", "value 1", "receive request max(3)",
        "receive completion", "completion",
      ])
  }

  @Test func `handleEvents reports cancelling once`() {
    var count = 0
    let publisher = upstream.handleEvents(receiveCancel: { count += 1 })
    var subscription: (any Subscription)?
    publisher.subscribe(AnySubscriber(receiveSubscription: { subscription = $0 }))
    subscription?.cancel()
    subscription?.cancel()
    #expect(count == 1)
    #expect(upstream.isCancelled)
  }

  @Test func `handleEvents releases its closures when it is cancelled`() {
    expectReleased { token in
      let upstream = ManualPublisher<Int, TestFailure>()
      var subscription: (any Subscription)?
      upstream.handleEvents(receiveCancel: { _ = token }, receiveRequest: { _ in _ = token })
        .subscribe(AnySubscriber(receiveSubscription: { subscription = $0 }))
      subscription?.cancel()
      return subscription
    }
  }

  @Test func `breakpoint passes on everything that its closures do not stop`() {
    let probe = upstream.breakpoint(
      receiveSubscription: { _ in false }, receiveOutput: { _ in false }, receiveCompletion: { _ in false }
    ).probe()
    upstream.send(1)
    upstream.finish()
    #expect(probe.values == [1])
    #expect(probe.isFinished)
  }

  @Test func `breakpoint raises SIGTRAP where a closure returns true`() async {
    await #expect(processExitsWith: .signal(5)) {
      endAtBreakpoints()
      let probe = [1, 2].publisher.breakpoint(receiveOutput: { $0 == 2 }).probe()
      withExtendedLifetime(probe) {}
    }
  }

  @Test func `breakpointOnError raises SIGTRAP at a failure`() async {
    await #expect(processExitsWith: .signal(5)) {
      endAtBreakpoints()
      let probe = Fail<Int, TestFailure>(error: TestFailure()).breakpointOnError().probe()
      withExtendedLifetime(probe) {}
    }
  }
}

/// Takes the Swift runtime's handler away, which prints a backtrace where `SWIFT_BACKTRACE` asks for one and goes on.
private func endAtBreakpoints() {
  signal(SIGTRAP, SIG_DFL)
}

/// A stream that keeps its lines.
private final class LineStream: TextOutputStream {
  private(set) var lines: [String] = []
  var onLine: (String) -> Void = { _ in }

  func write(_ string: String) {
    lines.append(String(string.dropLast()))
    onLine(string)
  }
}
