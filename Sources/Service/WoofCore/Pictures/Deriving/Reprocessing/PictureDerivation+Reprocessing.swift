// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

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
  public func reprocess(
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
  public func queueAnew(
    _ selection: ReprocessingSelection, progress: (Int) -> Void = { _ in }
  ) async throws -> Int {
    let count: Int
    switch selection {
    case .all: count = try await queueAllAnew(progress)
    case .photo(let id):
      guard try await parts.derivations.queueDerivation(of: id) else {
        throw WoofError(.notFound, "There is no photo of this id.")
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

  /// Returns the number of photos in the queue for derivation.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  public func backlog() async throws -> Int { try await parts.derivations.derivationCount() }
}
