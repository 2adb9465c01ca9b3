// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

extension Load {
  /// The task was resumed for the first time.
  func begin() {
    guard !isOver else { return }
    measurements.begin()
    measurements.isWanted = !audience.isEmpty
    if let refusal = plan.refusal { return fail(refusal) }
    guard let original = task.originalRequest, original.url != nil else { return fail(.unsupportedURL) }
    request = original
    findContinuedFile()
    limitTime()
    if let date = task.earliestBeginDate {
      after(date.timeIntervalSinceNow) { $0.beginDelayed() }
    } else {
      start()
    }
  }

  /// Does something later, unless the load is over by then.
  func after(_ seconds: TimeInterval, _ body: @escaping @Sendable (Load) -> Void) {
    let duration = Duration.seconds(min(max(seconds, 0), 1e9))
    timers.append(
      core.pool.loop.schedule(after: duration) { [weak self] in
        guard let self, !isOver else { return }
        body(self)
      })
  }

  private func limitTime() {
    let limit = core.settings.resourceTimeout
    guard limit < SessionSettings.longestTimeout else { return }
    after(limit) { $0.fail(.timedOut) }
  }

  /// The client suspends the task, or lets it go on.
  func setSuspended(_ isSuspended: Bool) {
    guard !isOver else { return }
    if isSuspended { pause(.suspension) } else { unpause(.suspension) }
  }

  /// The client does not want the answer any more.
  func cancel() { fail(.cancelled) }

  func fail(_ code: URLError.Code, underlying: (any Error)? = nil) {
    finish(URLError(code, failing: failingURL, userInfo: underlying.map { [NSUnderlyingErrorKey: $0] } ?? [:]))
  }

  /// Ends the load: nothing of it is under way afterwards, and whoever waits is told.
  func finish(_ error: (any Error)?) {
    guard !isOver else { return }
    if case .delegate(let content) = destination { handOverRest(of: content) }
    stage = .over
    for timer in timers { timer.cancel() }
    timers = []
    transfer?.cancel()
    transfer = nil
    interception?.stop()
    interception = nil
    core.challenges.leave(self)
    measurements.endElsewhere(decodedCount: receivedCount)
    complete(with: error)
  }
}

// MARK: - Flow

extension Load {
  /// Content comes, or goes, no more for now.
  func pause(_ reason: Pauses) {
    pauses.insert(reason)
    transfer?.pause()
  }

  func unpause(_ reason: Pauses) {
    guard pauses.contains(reason) else { return }
    pauses.remove(reason)
    guard pauses.isEmpty, !isOver else { return }
    transfer?.resume()
    drainEarlyContent()
  }
}
