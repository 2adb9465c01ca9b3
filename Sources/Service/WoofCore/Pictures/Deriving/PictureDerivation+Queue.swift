// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

extension PictureDerivation {
  /// Derives from a photo of the queue what is missing, and lets it leave the queue or wait for longer.
  ///
  /// - Throws: Any error of the store; the photo stays where it was then.
  func work(on derivation: Derivation) async throws {
    let end: End
    do {
      end = try await derive(derivation)
    } catch let error as WoofError where error.code == .insufficientStorage || error.code == .unavailable {
      // The disk is full or everything is busy, which no photo can help.
      end = .unavailable
    } catch {
      end = .failed("\(error)", transformer: nil)
    }
    // A job that was given up says nothing about its photo.
    guard !Task.isCancelled else { return }
    switch end {
    case .done: counter.count(\.derivedCount)
    case .refused(let rejection):
      try await conclude(derivation, "\(rejection.transformer) refuses it: \(rejection.reason)", rejection.transformer)
    case .unavailable:
      counter.count(\.postponedCount)
      try await postpone(derivation.photo, attempts: derivation.attempts, DerivationPacing.unavailableSeconds)
    case .failed(let reason, let transformer):
      let attempts = derivation.attempts + 1
      switch DerivationPacing.step(afterAttempts: attempts) {
      case .giveUp: try await conclude(derivation, "\(reason), \(attempts) times", transformer)
      case .wait(let seconds):
        counter.count(\.postponedCount)
        try await postpone(derivation.photo, attempts: attempts, seconds)
      }
    }
  }

  /// The outcome of working on a photo.
  private enum End {
    case done
    case refused(PhotoRejection)
    case unavailable
    case failed(String, transformer: String?)
  }

  private func derive(_ derivation: Derivation) async throws -> End {
    guard let record = try await parts.records.photo(derivation.photo), !record.isDeleted else {
      try await parts.derivations.endDerivation(of: derivation.photo, isAnew: true)
      return .done
    }
    let setup = current
    guard let transformer = setup.transformer else { return .unavailable }
    guard let file = try await open(record.original.digest) else { throw Self.missingBytes }
    let metadata = derivation.hasMetadata && !derivation.isAnew ? nil : try await metadata(of: file)
    let isAnimated = try await isAnimated(record.id, metadata, for: setup) ?? false
    let wanted =
      derivation.isAnew
      ? setup.outdated(among: record.variants, isAnimated: isAnimated)
      : setup.missing(among: record.variants, isAnimated: isAnimated)
    let asksForLooks = derivation.isAnew || record.placeholder == nil || !derivation.hasPartHashes
    guard transformer.accepts(record.original.type), asksForLooks || !wanted.isEmpty else {
      return try await keep(PhotoDerivatives(metadata: metadata), of: record, derivation, setup)
    }
    let picture = Picture(of: record.original, in: file)
    let still = wanted.filter { $0.motion == nil }
    var findings = PictureFindings()
    if asksForLooks || !still.isEmpty {
      let request = PictureRequest(variants: still, wantsAnnotations: asksForLooks, urgency: .background)
      switch await transformer.transform(picture, for: request) {
      case .accepted(let found): findings = found
      case .refused(let rejection): return .refused(rejection)
      case .failed(let failure): return end(with: failure)
      }
    }
    var made = try await place(findings, wanted: still, by: setup)
    if !asksForLooks { made.derivatives.pluginAnnotations = nil }
    made.derivatives.metadata = metadata
    let moving = wanted.filter { $0.motion != nil }
    let isComplete = try await animate(picture, of: record.id, moving, by: setup, into: &made)
    let end = try await keep(made.derivatives, of: record, derivation, setup, isComplete: isComplete)
    withExtendedLifetime(made.holds) {}
    return end
  }

  private func end(with failure: PictureFailure) -> End {
    guard failure.incriminatesPicture else { return .unavailable }
    return .failed("\(failure.transformer): \(failure.detail)", transformer: failure.transformer)
  }

  private func keep(
    _ derivatives: PhotoDerivatives, of record: PhotoRecord, _ derivation: Derivation, _ setup: PictureSetup,
    isComplete: Bool = true
  ) async throws -> End {
    let abandoned = setup.abandoned(among: record.variants)
    if !abandoned.isEmpty { _ = try await parts.derivations.dropVariants(abandoned, of: record.id) }
    let outcome = isComplete ? DerivationOutcome.ended(isAnew: derivation.isAnew) : .unchanged
    _ = try await parts.derivations.keep(derivatives, of: record.id, outcome)
    return isComplete ? .done : .unavailable
  }

  /// Ends work on a photo of which nothing comes: it is taken back where it got in without the transformer that is to blame,
  /// and stays as it is otherwise.
  private func conclude(_ derivation: Derivation, _ reason: String, _ transformer: String?) async throws {
    var isWithdrawn = false
    if let transformer { isWithdrawn = try await withdraw(derivation.photo, refusedBy: transformer, reason) }
    counter.count(\.givenUpCount)
    if !isWithdrawn { parts.report(.gaveUp(derivation.photo, reason: reason)) }
    // Counted first: who follows must not miss it once the photo has left the queue.
    if derivation.isAnew { givenUp.note(derivation.photo) }
    try await parts.derivations.endDerivation(of: derivation.photo, isAnew: derivation.isAnew)
  }

  private func postpone(_ photo: PhotoID, attempts: Int, _ seconds: Int64) async throws {
    let time = parts.time.now().advanced(bySeconds: seconds)
    try await parts.derivations.postponeDerivation(of: photo, attempts: attempts, until: time)
  }

  /// The annotations that a photo's own metadata give, read from its bytes; `nil` where these are no longer taken for a
  /// sound picture.
  private func metadata(of file: any BlobFile) async throws -> PhotoAnnotations? {
    let chain = parts.metadata
    return try await parts.workers.run {
      do {
        return try chain.inspect(file).annotations
      } catch is PhotoRejection {
        return nil
      }
    }
  }
}
