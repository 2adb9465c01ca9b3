import Foundation
import Synchronization

/// Where the content of a response goes.
enum BodyDestination {
  case nowhere
  /// To ``Load/gathered``.
  case memory
  case delegate(ReaderGauge)
  case file(DownloadFile)
  case bytes(ByteChannel)
}

/// How much content a delegate has still to see. A delegate that is behind stops the transfer until it has caught up.
final class ReaderGauge: Sendable {
  private static let most = 1 << 20

  private struct State {
    var waiting = 0
    var isStopped = false
  }

  private let state = Mutex(State())

  /// Notes content on its way; `true` where no more is to follow for now.
  func add(_ count: Int) -> Bool {
    state.withLock { state in
      state.waiting += count
      if state.waiting >= Self.most { state.isStopped = true }
      return state.isStopped
    }
  }

  /// Notes content that was seen; `true` where more may follow again.
  func remove(_ count: Int) -> Bool {
    state.withLock { state in
      state.waiting -= count
      guard state.isStopped, state.waiting <= Self.most / 2 else { return false }
      state.isStopped = false
      return true
    }
  }
}
