// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Synchronization
package import WoofSystem

/// The loops of a server. Making a group starts its threads; whoever made it stops it.
package final class EventLoopGroup: Sendable {
  /// The loops, by their index.
  package let loops: [EventLoop]
  /// The clock that gives all loops the time.
  package let clock: any ServerClock

  private let ends: Mutex<Ends>

  private struct Ends {
    var runningCount: Int
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  /// Starts the threads of a group. A process that has a group ignores `SIGPIPE`: a peer that leaves is an ordinary event.
  ///
  /// - Parameters:
  ///   - count: how many loops; by default one for each processor this process may use.
  ///   - clock: where they get the time from; by default the machine's clock.
  ///   - workplace: where they run; on threads by default. A loop that is given turns watches no descriptors.
  /// - Throws: ``HTTPServerError`` of code `noResources` where the process or the system has no descriptor or thread left.
  package init(
    count: Int = EventLoopGroup.processorCount, clock: any ServerClock = SystemClock(),
    on workplace: Workplace = .threads
  ) throws(HTTPServerError) {
    signal(SIGPIPE, SIG_IGN)
    self.clock = clock
    let turns = (0..<max(1, count)).map { _ in workplace.makeTurns() }
    do {
      loops = try turns.enumerated().map { index, turns throws(SystemError) in
        try EventLoop(index: index, clock: clock, turns: turns)
      }
    } catch {
      throw HTTPServerError(.noResources, "The loops could not be made.", cause: error)
    }
    ends = Mutex(Ends(runningCount: 0))
    for (loop, turns) in zip(loops, turns) { try start(loop, turns) }
    for loop in loops { clock.observeJumps { [weak loop] in loop?.execute {} } }
  }

  /// Ends the threads when what is queued has run, and returns when they have ended. Stop the servers that use the group
  /// first. Work that comes later is dropped. A second call does nothing more.
  package func stop() async {
    for loop in loops { loop.stop() }
    await withCheckedContinuation { continuation in
      let isOver = ends.withLock { ends in
        if ends.runningCount > 0 { ends.waiters.append(continuation) }
        return ends.runningCount == 0
      }
      if isOver { continuation.resume() }
    }
  }

  /// The number of processors that this process may use; at least 1.
  package static var processorCount: Int {
    max(1, Int(woof_processor_count()))
  }

  private func start(_ loop: EventLoop, _ turns: WorkerTurns?) throws(HTTPServerError) {
    ends.withLock { $0.runningCount += 1 }
    if let turns {
      return turns.begin { [self] in
        let rest = loop.takeTurn()
        if case .over = rest { ended() }
        return rest
      }
    }
    do {
      let thread = try SystemThread(named: "loop-\(loop.index)") {
        loop.run()
        self.ended()
      }
      thread.detach()
    } catch {
      ended()
      for started in loops { started.stop() }
      throw HTTPServerError(.noResources, "The thread of a loop could not be made.", cause: error)
    }
  }

  private func ended() {
    let waiters = ends.withLock { ends in
      ends.runningCount -= 1
      guard ends.runningCount == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { ends.waiters = [] }
      return ends.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
