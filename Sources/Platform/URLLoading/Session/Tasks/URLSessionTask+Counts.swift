// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

extension URLSessionTask {
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
    let total = isOver ? completed : isKnown ? max(completed, counts.expectedToSend + counts.expectedToReceive) : -1
    // Foundation ends the process where the total of something finished becomes 0.
    if total != 0 || progress.totalUnitCount <= 0 { progress.totalUnitCount = total }
    progress.completedUnitCount = completed
  }
}
