// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

/// Works through the queue of photos from which something is still to be derived: so many at once, from the start of the
/// service on, and wherever it ended the last time.
///
/// A photo leaves the queue in the same transaction that keeps what was derived from it, so stopping at any moment loses
/// nothing. As long as nothing is installed that derives, no photo waits; when something is, those are selected that lack
/// what it derives.
package final class DerivationQueue: Sendable {
  /// The maximum number of photos that one transaction selects or releases, so that no other write waits for long.
  private static let photosAtOnce = 500

  private let pictures: PictureDerivation
  private let store: any DerivationStore
  private let jobCount: Int

  /// Makes a queue.
  ///
  /// - Parameters:
  ///   - derivation: The derivation that does the work.
  ///   - jobCount: The number of photos that are worked on at once; 2 by default.
  package init(of derivation: PictureDerivation, jobCount: Int = 2) {
    pictures = derivation
    store = derivation.derivations
    self.jobCount = jobCount
  }

  /// Works until the task is cancelled; then the jobs that run are given up, and their photos stay in the queue.
  package func run() async {
    while !Task.isCancelled {
      do {
        if try await runDue() == 0 { await pictures.alarm.sleep(for: try await rest()) }
      } catch {
        await pictures.alarm.sleep(for: .seconds(DerivationPacing.unreadableSeconds))
      }
    }
  }

  /// Works on some of the photos that are due.
  ///
  /// - Returns: The number of photos.
  /// - Throws: Any error of the store.
  func runDue() async throws -> Int {
    let setup = pictures.current
    guard setup.transformer != nil else {
      while try await store.releaseDerivations(limit: Self.photosAtOnce), !Task.isCancelled {}
      pictures.counter.noteBacklog(try await store.derivationCount())
      return 0
    }
    if try await store.queueUnseen(lacking: setup.stillVariants, limit: Self.photosAtOnce) { pictures.lookAtQueue() }
    let due = try await store.dueDerivations(at: pictures.parts.time.now(), limit: 8 * jobCount)
    pictures.counter.noteBacklog(try await store.derivationCount())
    try await withThrowingTaskGroup(of: Void.self) { group in
      var rest = due[...]
      for item in rest.prefix(jobCount) { group.addTask { try await self.work(on: item) } }
      rest = rest.dropFirst(jobCount)
      while try await group.next() != nil {
        guard !Task.isCancelled, let item = rest.popFirst() else { continue }
        group.addTask { try await self.work(on: item) }
      }
    }
    return due.count
  }

  private func rest() async throws -> Duration {
    let longest = DerivationPacing.longestRestSeconds * 1000
    guard pictures.current.transformer != nil,
      let next = try await store.nextDerivationTime()
    else { return .milliseconds(longest) }
    let wait = next.milliseconds - pictures.parts.time.now().milliseconds
    return .milliseconds(min(max(wait, 1), longest))
  }
}

// MARK: Work on one photo

extension DerivationQueue {
  /// The outcome of working on a photo.
  private enum End {
    case done
    case refused(PhotoRejection)
    case unavailable
    case failed(String, transformer: String?)

    init(_ failure: PictureFailure) {
      self =
        failure.incriminatesPicture
        ? .failed("\(failure.transformer): \(failure.detail)", transformer: failure.transformer) : .unavailable
    }
  }

  /// Derives from a photo of the queue what is missing, and lets it leave the queue or wait for longer.
  ///
  /// - Throws: Any error of the store; the photo stays where it was then.
  private func work(on item: Derivation) async throws {
    let end: End
    do {
      end = try await derive(item)
    } catch let error as WoofError where error.code == .insufficientStorage || error.code == .unavailable {
      // The disk is full or everything is busy, which no photo can help.
      end = .unavailable
    } catch {
      end = .failed("\(error)", transformer: nil)
    }
    // A job that was given up says nothing about its photo.
    guard !Task.isCancelled else { return }
    switch end {
    case .done: pictures.counter.count(\.derivedCount)
    case .refused(let rejection):
      try await conclude(item, "\(rejection.transformer) refuses it: \(rejection.reason)", rejection.transformer)
    case .unavailable: try await postpone(item.photo, attempts: item.attempts, DerivationPacing.unavailableSeconds)
    case .failed(let reason, let transformer):
      let attempts = item.attempts + 1
      switch DerivationPacing.step(afterAttempts: attempts) {
      case .giveUp: try await conclude(item, "\(reason), \(attempts) times", transformer)
      case .wait(let seconds): try await postpone(item.photo, attempts: attempts, seconds)
      }
    }
  }

  private func derive(_ item: Derivation) async throws -> End {
    guard let record = try await pictures.parts.records.photo(item.photo), !record.isDeleted else {
      try await store.endDerivation(of: item.photo, isAnew: true)
      return .done
    }
    let setup = pictures.current
    guard let transformer = setup.transformer else { return .unavailable }
    guard let file = try await pictures.open(record.original.digest) else { throw WoofError.missingBytes }
    let metadata = item.hasMetadata && !item.isAnew ? nil : try await metadata(of: file)
    let isAnimated = try await pictures.isAnimated(record.id, metadata, for: setup) ?? false
    let plan = DerivationPlan(for: record, item, by: setup, isAnimated: isAnimated)
    guard transformer.accepts(record.original.type), !plan.isEmpty else {
      return try await keep(PlacedDerivatives(PhotoDerivatives(metadata: metadata)), of: record, item, setup)
    }
    let picture = Picture(of: record.original, in: file)
    var findings = PictureFindings()
    if let request = plan.request {
      switch await transformer.transform(picture, for: request) {
      case .accepted(let found): findings = found
      case .refused(let rejection): return .refused(rejection)
      case .failed(let failure): return End(failure)
      }
    }
    var made = try await pictures.place(findings, wanted: plan.still, by: setup)
    if !plan.wantsLooks { made.derivatives.pluginAnnotations = nil }
    made.derivatives.metadata = metadata
    let isComplete = try await animate(picture, of: record.id, plan.moving, by: setup, into: &made)
    return try await keep(made, of: record, item, setup, isComplete: isComplete)
  }

  /// Derives moving images. That is a job of its own: later frames of an animation may be damaged, or take too long, and
  /// its other variants are not to suffer from that.
  ///
  /// - Parameters:
  ///   - variants: The moving images that are wanted; nothing is done without any.
  ///   - made: The derivatives of the picture so far; gets the moving images that could be made.
  /// - Returns: `false` where nobody has looked at the animation, so that it is to be tried again.
  private func animate(
    _ picture: Picture, of id: PhotoID, _ variants: [VariantSpecification], by setup: PictureSetup,
    into made: inout PlacedDerivatives
  ) async throws -> Bool {
    guard !variants.isEmpty, let transformer = setup.transformer else { return true }
    let request = PictureRequest(variants: variants, urgency: .background)
    switch await transformer.transform(picture, for: request) {
    case .accepted(let findings):
      let moving = try await pictures.place(findings, wanted: variants, by: setup)
      made.derivatives.variants.merge(moving.derivatives.variants) { $1 }
      made.holds += moving.holds
    case .refused(let rejection):
      pictures.parts.report(.notAnimated(id, reason: "\(rejection.transformer) refuses it: \(rejection.reason)"))
    case .failed(let failure) where failure.incriminatesPicture:
      pictures.parts.report(.notAnimated(id, reason: "\(failure.transformer): \(failure.detail)"))
    case .failed: return false
    }
    return true
  }

  private func keep(
    _ made: PlacedDerivatives, of record: PhotoRecord, _ item: Derivation, _ setup: PictureSetup,
    isComplete: Bool = true
  ) async throws -> End {
    let abandoned = setup.abandoned(among: record.variants)
    if !abandoned.isEmpty { _ = try await store.dropVariants(abandoned, of: record.id) }
    let outcome = isComplete ? DerivationOutcome.ended(isAnew: item.isAnew) : .unchanged
    _ = try await made.holds.secured { try await store.keep(made.derivatives, of: record.id, outcome) }
    return isComplete ? .done : .unavailable
  }

  /// Ends work on a photo of which nothing comes: it is taken back where it got in without the transformer that is to blame,
  /// and stays as it is otherwise.
  private func conclude(_ item: Derivation, _ reason: String, _ transformer: String?) async throws {
    var isWithdrawn = false
    if let transformer { isWithdrawn = try await pictures.withdraw(item.photo, refusedBy: transformer, reason) }
    pictures.counter.count(\.givenUpCount)
    if !isWithdrawn { pictures.parts.report(.gaveUp(item.photo, reason: reason)) }
    // Counted first: who follows must not miss it once the photo has left the queue.
    if item.isAnew { pictures.givenUp.note(item.photo) }
    try await store.endDerivation(of: item.photo, isAnew: item.isAnew)
  }

  private func postpone(_ photo: PhotoID, attempts: Int, _ seconds: Int64) async throws {
    pictures.counter.count(\.postponedCount)
    let time = pictures.parts.time.now().advanced(bySeconds: seconds)
    try await store.postponeDerivation(of: photo, attempts: attempts, until: time)
  }

  /// The annotations that a photo's own metadata give, read from its bytes; `nil` where these are no longer taken for a
  /// sound picture.
  private func metadata(of file: any BlobFile) async throws -> PhotoAnnotations? {
    let chain = pictures.parts.metadata
    return try await pictures.parts.workers.run {
      do {
        return try chain.inspect(file).annotations
      } catch is PhotoRejection {
        return nil
      }
    }
  }
}
