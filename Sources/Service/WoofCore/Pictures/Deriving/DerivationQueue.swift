// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

/// Works through the queue of photos from which something is still to be derived: so many at once, from the start of the
/// service on, and wherever it ended the last time.
///
/// A photo leaves the queue in the same transaction that keeps what was derived from it, so stopping at any moment loses
/// nothing. As long as nothing is installed that derives, no photo waits; when something is, those are selected that lack
/// what it derives.
public final class DerivationQueue: Sendable {
  /// The maximum number of photos that one transaction selects or releases, so that no other write waits for long.
  private static let photosAtOnce = 500

  private let derivation: PictureDerivation
  private let jobCount: Int

  /// Makes a queue.
  ///
  /// - Parameters:
  ///   - derivation: The derivation that does the work.
  ///   - jobCount: The number of photos that are worked on at once; 2 by default.
  public init(of derivation: PictureDerivation, jobCount: Int = 2) {
    self.derivation = derivation
    self.jobCount = jobCount
  }

  /// Works until the task is cancelled; then the jobs that run are given up, and their photos stay in the queue.
  public func run() async {
    while !Task.isCancelled {
      do {
        if try await runDue() == 0 { await derivation.alarm.sleep(for: try await rest()) }
      } catch {
        await derivation.alarm.sleep(for: .seconds(DerivationPacing.unreadableSeconds))
      }
    }
  }

  /// Works on some of the photos that are due.
  ///
  /// - Returns: The number of photos.
  /// - Throws: Any error of the store.
  func runDue() async throws -> Int {
    let store = derivation.parts.derivations
    let setup = derivation.current
    guard setup.transformer != nil else {
      while try await store.releaseDerivations(limit: Self.photosAtOnce), !Task.isCancelled {}
      derivation.counter.noteBacklog(try await store.derivationCount())
      return 0
    }
    if try await store.queueUnseen(lacking: setup.stillVariants, limit: Self.photosAtOnce) { derivation.lookAtQueue() }
    let due = try await store.dueDerivations(at: derivation.parts.time.now(), limit: 8 * jobCount)
    derivation.counter.noteBacklog(try await store.derivationCount())
    try await withThrowingTaskGroup(of: Void.self) { group in
      var rest = due[...]
      for item in rest.prefix(jobCount) { group.addTask { try await self.derivation.work(on: item) } }
      rest = rest.dropFirst(jobCount)
      while try await group.next() != nil {
        guard !Task.isCancelled, let item = rest.popFirst() else { continue }
        group.addTask { try await self.derivation.work(on: item) }
      }
    }
    return due.count
  }

  private func rest() async throws -> Duration {
    let longest = DerivationPacing.longestRestSeconds * 1000
    guard derivation.current.transformer != nil,
      let next = try await derivation.parts.derivations.nextDerivationTime()
    else { return .milliseconds(longest) }
    let wait = next.milliseconds - derivation.parts.time.now().milliseconds
    return .milliseconds(min(max(wait, 1), longest))
  }
}
