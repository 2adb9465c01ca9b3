// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
package import WoofModel

extension PictureDerivation {
  /// The maximum number of photos that are queued at once, so that no other write waits for long.
  private static let photosAtOnce = 500

  /// Derives photos anew, as after a new version of a plugin, and returns when they are done: what other transformers made
  /// than there are now, what has another specification, and what is said of the pictures.
  ///
  /// The photos wait in the queue, which survives a restart; ``ReprocessingSelection/waiting`` follows what is left of it
  /// then. Cancelling takes it back: photos that were not done with stay as they are.
  ///
  /// - Parameters:
  ///   - selection: The photos to derive anew.
  ///   - interval: The time between two looks at the queue; a second by default.
  ///   - progress: Is told how far it has come, whenever that is another state, on the task of the caller.
  /// - Returns: The counts of the photos by their outcome.
  /// - Throws: `CancellationError`, or ``WoofModel/WoofError`` with the code `not-found` for a photo that is not there,
  ///   `unavailable` where nothing is installed that derives, `internal` or `insufficient-storage`. After an error the
  ///   photos wait on.
  @discardableResult
  package func reprocess(
    _ selection: ReprocessingSelection, every interval: Duration = .seconds(1),
    progress: (ReprocessingProgress) -> Void = { _ in }
  ) async throws -> ReprocessingProgress {
    let watch = givenUp.begin(selection)
    defer { givenUp.end(watch) }
    do {
      try requireTransformer()
      var state = ReprocessingProgress()
      try await queueAnew(selection) { count in
        state.totalCount = count
        progress(state)
      }
      while true {
        let told = state
        state.take(
          try await parts.derivations.anewDerivationCounts(of: selection.photo), givenUpCount: givenUp.count(watch))
        if state != told { progress(state) }
        if state.isComplete { return state }
        try await Task.sleep(for: interval)
        try requireTransformer()
      }
    } catch is CancellationError {
      try await withdraw(selection)
      throw CancellationError()
    }
  }

  /// Lets photos wait for being derived anew, and does not wait for it.
  ///
  /// - Parameters:
  ///   - selection: The photos to derive anew.
  ///   - progress: Is told how many wait so far.
  /// - Returns: The number of photos that wait.
  /// - Throws: `CancellationError`, or ``WoofModel/WoofError`` with the code `not-found`, `internal`, `unavailable` or
  ///   `insufficient-storage`; those that were queued stay so.
  @discardableResult
  package func queueAnew(
    _ selection: ReprocessingSelection, progress: (Int) -> Void = { _ in }
  ) async throws -> Int {
    let count: Int
    switch selection {
    case .all: count = try await queueAllAnew(progress)
    case .photo(let id):
      guard try await parts.derivations.queueDerivation(of: id) else {
        throw WoofError.noSuchPhoto
      }
      count = 1
    case .waiting:
      let rest = try await parts.derivations.anewDerivationCounts(of: nil)
      count = rest.untriedCount + rest.failedCount
    }
    alarm.ring()
    progress(count)
    return count
  }

  private func queueAllAnew(_ progress: (Int) -> Void) async throws -> Int {
    var count = 0
    var last: PhotoID?
    while true {
      try Task.checkCancellation()
      let queued = try await parts.derivations.queueDerivations(after: last, limit: Self.photosAtOnce)
      count += queued.count
      guard queued.count == Self.photosAtOnce else { return count }
      progress(count)
      alarm.ring()
      last = queued.last
    }
  }

  /// In a task of its own: that of the caller has been cancelled.
  private func withdraw(_ selection: ReprocessingSelection) async throws {
    let derivations = parts.derivations
    try await Task { try await derivations.withdrawAnew(selection.photo) }.value
    alarm.ring()
  }

  private func requireTransformer() throws(WoofError) {
    guard current.transformer != nil else {
      throw WoofError(.unavailable, "Nothing is installed that derives images; install a plugin that does.")
    }
  }
}

/// A selection of the photos to be derived anew.
package enum ReprocessingSelection: Hashable, Sendable {
  /// All photos that are not deleted.
  case all
  /// One photo.
  case photo(PhotoID)
  /// The photos that wait for it already, as after a restart in the middle of reprocessing; no others are added.
  case waiting

  /// The one photo, where it is one.
  var photo: PhotoID? { if case .photo(let id) = self { id } else { nil } }
}

/// The numbers of photos that are to be derived anew, and that are finished.
package struct ReprocessingProgress: Hashable, Sendable {
  /// The number of photos to be derived anew. It grows while they are queued.
  package var totalCount: Int
  /// The number of photos that are finished: derived anew, deleted meanwhile, or failed.
  package var doneCount: Int
  /// The number of finished photos that failed: a transformer refused them now, or could not get through them. They
  /// stay as they were; those that a transformer could not get through are tried again later, like others in the queue.
  package var failedCount: Int

  /// Makes a state; nothing is to be done by default.
  package init(totalCount: Int = 0, doneCount: Int = 0, failedCount: Int = 0) {
    self.totalCount = totalCount
    self.doneCount = doneCount
    self.failedCount = failedCount
  }

  /// `true` if all photos are finished.
  package var isComplete: Bool { doneCount >= totalCount }

  /// Takes up what the queue says; what is done stays done, though others may have been queued since.
  mutating func take(_ rest: AnewCounts, givenUpCount: Int) {
    doneCount = max(doneCount, totalCount - rest.untriedCount)
    failedCount = min(doneCount, rest.failedCount + givenUpCount)
  }
}

/// Counts, for those who follow reprocessing, the photos that leave the queue without having been derived anew.
final class GivenUpPhotos: Sendable {
  private struct Watch {
    let selection: ReprocessingSelection
    var count = 0
  }

  private struct State {
    var watches: [UInt64: Watch] = [:]
    var lastKey: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Begins to count, until ``end(_:)``.
  func begin(_ selection: ReprocessingSelection) -> UInt64 {
    state.withLock { state in
      state.lastKey += 1
      state.watches[state.lastKey] = Watch(selection: selection)
      return state.lastKey
    }
  }

  /// Returns the number of photos counted since ``begin(_:)`` returned the key; 0 after ``end(_:)``.
  func count(_ key: UInt64) -> Int { state.withLock { $0.watches[key]?.count ?? 0 } }

  /// Counts no longer.
  func end(_ key: UInt64) { state.withLock { $0.watches[key] = nil } }

  /// Counts a photo.
  func note(_ photo: PhotoID) {
    state.withLock { state in
      for (key, watch) in state.watches where watch.selection.photo.map({ $0 == photo }) ?? true {
        state.watches[key]?.count += 1
      }
    }
  }
}
