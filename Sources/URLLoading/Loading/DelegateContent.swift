import Foundation
import Synchronization

/// Content on its way to a delegate. What comes while the delegate is busy, or shortly after other content, is gathered
/// and handed over as one piece: a call for each piece that libcurl gives would cost more than all the rest.
final class DelegateContent: Sendable {
  /// What is to be done about content that has come.
  struct Step {
    /// Whether the delegate is to be called.
    var callsDelegate = false
    /// Whether content is to be held until the delegate has caught up.
    var stops = false
  }

  /// So much is handed over without waiting for more.
  private static let enough = 256 * 1024
  /// After so much, there is likely to be enough.
  private static let flood = 32 * 1024
  /// So much waits for the delegate.
  private static let most = 1 << 20

  private struct State {
    var gathered = Data()
    /// Whether a call is on its way that takes what has been gathered.
    var isCalling = false
    var isStopped = false
  }

  private let state = Mutex(State())

  /// Gathers content.
  ///
  /// - Parameter mayWait: Whether so little that it is not worth a call may stay here until ``call()``.
  func add(_ bytes: UnsafeRawBufferPointer, mayWait: Bool) -> Step {
    state.withLock { state in
      if (Self.flood..<Self.enough).contains(state.gathered.count) {
        state.gathered.reserveCapacity(Self.enough + bytes.count)
      }
      state.gathered.append(contentsOf: bytes)
      let calls = !state.isCalling && (!mayWait || state.gathered.count >= Self.enough)
      if calls { state.isCalling = true }
      state.isStopped = state.gathered.count >= Self.most
      return Step(callsDelegate: calls, stops: state.isStopped)
    }
  }

  /// Notes that content waits no longer; `true` where the delegate is to be called for it.
  func call() -> Bool {
    state.withLock { state in
      guard !state.isCalling, !state.gathered.isEmpty else { return false }
      state.isCalling = true
      return true
    }
  }

  /// Takes what has been gathered; `resumes` where more may follow again.
  func take() -> (content: Data, resumes: Bool) {
    state.withLock { state in
      var content = Data()
      swap(&content, &state.gathered)
      let resumes = state.isStopped
      state.isCalling = false
      state.isStopped = false
      return (content, resumes)
    }
  }
}
