// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc
internal import Synchronization

/// Threads whose work may wait.
package enum BackgroundThread {
  /// The nice value of such a thread (sched(7)). It gets a tenth of a processor that other threads of the process want
  /// as well, so that it finishes its work however busy they are.
  private static let niceness: Int32 = 10

  /// Lets this thread, and those that it makes from now on, step back behind others of the process. It stays so until it
  /// ends; processes of other sessions and control groups have their shares regardless of it.
  package static func stepBack() {
    // On Linux the priority is the thread's, in spite of the name. Where it is refused, the thread goes on as it is.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
  }

  /// Does something on a thread of its own that steps back, and waits for it.
  ///
  /// What it has to tell is told on the calling thread, while the work waits. The nice thread itself wakes no task: a
  /// thread that Dispatch makes for one would be as nice, and serve everybody afterwards.
  ///
  /// - Parameters:
  ///   - name: The name of the thread.
  ///   - work: The work; it is given a function that tells something, which throws what `hear` throws.
  ///   - hear: A function that is told.
  /// - Throws: Any error that `work` throws.
  package static func run<News: Sendable, Result: Sendable>(
    named name: String, _ work: @escaping @Sendable (@escaping @Sendable (News) throws -> Void) throws -> Result,
    hearing hear: (News) throws -> Void
  ) throws -> Result {
    let meeting = Meeting<News, Result>()
    SystemThread.start(named: name) {
      stepBack()
      meeting.end(Swift.Result { try work(meeting.tell) })
    }
    return try meeting.attend(hear)
  }
}

/// A channel between a working thread and the thread that waits for it.
private final class Meeting<News: Sendable, Result: Sendable>: Sendable {
  private enum Message {
    case news(News)
    case end(Swift.Result<Result, any Error>)
  }

  private let message = Mutex<Message?>(nil)
  private let reply = Mutex<(any Error)?>(nil)
  private let turn = Mutex<Void>(())
  private let isTold = DispatchSemaphore(value: 0)
  private let isHeard = DispatchSemaphore(value: 0)

  /// Tells the other thread something, and waits until it has been heard. Several threads take turns.
  func tell(_ news: News) throws {
    let refusal = turn.withLock { _ in
      send(.news(news))
      isHeard.wait()
      return reply.withLock { $0 }
    }
    if let refusal { throw refusal }
  }

  func end(_ result: Swift.Result<Result, any Error>) { send(.end(result)) }

  private func send(_ new: Message) {
    message.withLock { $0 = new }
    isTold.signal()
  }

  /// Hears what is told until the end.
  func attend(_ hear: (News) throws -> Void) throws -> Result {
    while true {
      isTold.wait()
      switch message.withLock({ $0.take() }) {
      case .news(let news):
        let refusal: (any Error)?
        do {
          try hear(news)
          refusal = nil
        } catch {
          refusal = error
        }
        reply.withLock { $0 = refusal }
        isHeard.signal()
      case .end(let result): return try result.get()
      case nil: continue
      }
    }
  }
}
