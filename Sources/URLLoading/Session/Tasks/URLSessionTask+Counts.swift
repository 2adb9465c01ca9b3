public import Foundation
import Synchronization

extension URLSessionTask {
  /// How many bytes of the body have been sent.
  public var countOfBytesSent: Int64 { guarded.withLock { $0.counts.sent } }

  /// How many bytes of the response's body have come, decoded.
  public var countOfBytesReceived: Int64 { guarded.withLock { $0.counts.received } }

  /// How long the body is; -1 where that is not known, 0 where there is none.
  public var countOfBytesExpectedToSend: Int64 { guarded.withLock { $0.counts.expectedToSend } }

  /// How long the response's body is; -1 where that is not known.
  public var countOfBytesExpectedToReceive: Int64 { guarded.withLock { $0.counts.expectedToReceive } }

  /// How many bytes the client expects to send: kept for the client, without effect.
  public var countOfBytesClientExpectsToSend: Int64 {
    get { guarded.withLock { $0.counts.clientExpectsToSend } }
    set { guarded.withLock { $0.counts.clientExpectsToSend = newValue } }
  }

  /// How many bytes the client expects to receive: kept for the client, without effect.
  public var countOfBytesClientExpectsToReceive: Int64 {
    get { guarded.withLock { $0.counts.clientExpectsToReceive } }
    set { guarded.withLock { $0.counts.clientExpectsToReceive = newValue } }
  }

  /// The bytes of both bodies together. Cancelling it cancels the task, pausing it suspends the task.
  public var progress: Progress {
    let (progress, isNew) = guarded.withLock { state -> (Progress, Bool) in
      if let progress = state.progress { return (progress, false) }
      let progress = Progress(totalUnitCount: -1)
      state.progress = progress
      return (progress, true)
    }
    if isNew {
      progress.kind = .file
      progress.isCancellable = true
      progress.isPausable = true
      progress.cancellationHandler = { [weak self] in self?.cancel() }
      progress.pausingHandler = { [weak self] in self?.suspend() }
      progress.resumingHandler = { [weak self] in self?.resume() }
      publishProgress()
    }
    return progress
  }

  /// Counts on the loop's thread, and tells the progress if anybody looks at it.
  func count(_ change: (inout TaskCounts) -> Void) {
    let isWatched = guarded.withLock { state -> Bool in
      change(&state.counts)
      return state.progress != nil
    }
    if isWatched { publishProgress() }
  }

  func publishProgress() {
    let (progress, counts, isOver) = guarded.withLock {
      ($0.progress, $0.counts, $0.phase == .completed && $0.error == nil)
    }
    guard let progress else { return }
    let completed = counts.sent + counts.received
    let isKnown = counts.expectedToReceive >= 0 && counts.expectedToSend >= 0
    progress.totalUnitCount =
      isOver ? completed : isKnown ? max(completed, counts.expectedToSend + counts.expectedToReceive) : -1
    progress.completedUnitCount = completed
  }
}
