// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
package import WoofModel

extension PictureDerivation {
  /// A variant of a photo and its bytes; made first where it is missing, once however many ask for it.
  ///
  /// - Parameters:
  ///   - name: The name of a configured variant, or `shareable`.
  ///   - record: The photo, which the caller may read.
  ///   - damaged: The digest of a variant whose bytes are known to be damaged: one that is listed under it counts as missing,
  ///     and what is made takes its place. The caller has made sure that the original is sound. `nil` by default.
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where no variant of the name is configured or it cannot
  ///   be made of this photo, `unavailable` where too many wait or the transformer does not run, `gone` or `internal`.
  package func variant(
    _ name: String, of record: PhotoRecord, insteadOf damaged: Digest? = nil
  ) async throws -> (variant: PhotoRecord.Variant, file: any BlobFile) {
    do {
      let wanted = try WantedVariant(name, of: record.id, in: current, parts.shareable, insteadOf: damaged)
      if let found = try await existing(wanted, of: record) { return found }
      let variant = try await requests.value(for: wanted.key) { try await self.make(wanted) }
      guard let file = try await open(variant.digest) else {
        throw WoofError(.internal, "The bytes of this variant are missing; ask for it again.")
      }
      return (variant, file)
    } catch {
      // Whatever failed may have failed because the photo has been deleted since its record was read.
      if !record.isDeleted, try await parts.records.photo(record.id)?.isDeleted == true {
        throw WoofError.goneMeanwhile
      }
      throw error
    }
  }

  /// A variant as it is listed with its photo; `nil` where it is missing, or is not the one that is configured by now. Its
  /// bytes are not looked at.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where no variant of the name is configured.
  package func listedVariant(_ name: String, of record: PhotoRecord) throws -> PhotoRecord.Variant? {
    try WantedVariant(name, of: record.id, in: current, parts.shareable, insteadOf: nil).found(among: record.variants)
  }

  private func existing(
    _ wanted: WantedVariant, of record: PhotoRecord
  ) async throws -> (variant: PhotoRecord.Variant, file: any BlobFile)? {
    guard let variant = wanted.found(among: record.variants), let file = try await open(variant.digest) else {
      return nil
    }
    return (variant, file)
  }

  private func make(_ wanted: WantedVariant) async throws -> PhotoRecord.Variant {
    guard let record = try await parts.records.photo(wanted.key.photo), !record.isDeleted else {
      throw WoofError.goneMeanwhile
    }
    // Somebody may have made it since the record was read.
    if let found = try await existing(wanted, of: record) { return found.variant }
    let made =
      if let specification = wanted.specification {
        try await derive(specification, of: record)
      } else {
        try await copyShareable(of: record)
      }
    let kept = try await made.holds.secured {
      try await parts.derivations.keep(made.derivatives, of: record.id, .unchanged)
    }
    guard let variant = kept?.variants[wanted.key.name] else { throw WoofError.goneMeanwhile }
    return variant
  }

  /// Derives a variant with the setup of this moment: whoever asks may have waited for long.
  private func derive(_ specification: VariantSpecification, of record: PhotoRecord) async throws -> PlacedDerivatives {
    do {
      return try await withCurrentSetup { setup in try await derive(specification, of: record, by: setup) }
    } catch is PictureFailure {
      throw WoofError(.unavailable, "This variant cannot be made just now; try again.", retryAfter: 5)
    }
  }

  /// - Throws: Also ``PictureFailure`` where nobody has looked at the picture.
  private func derive(
    _ specification: VariantSpecification, of record: PhotoRecord, by setup: PictureSetup
  ) async throws -> PlacedDerivatives {
    guard let transformer = setup.transformer else {
      throw WoofError(.notFound, "This service has nothing installed that makes this variant.")
    }
    guard transformer.accepts(record.original.type) else {
      throw WoofError(.notFound, "This variant is not made of \(record.original.type.mediaType).")
    }
    if specification.motion != nil, try await isAnimated(record.id, for: setup) == false {
      throw WoofError(.notFound, "This variant is made of animations only, and this photo does not move.")
    }
    guard let file = try await open(record.original.digest) else { throw WoofError.missingBytes }
    let request = PictureRequest(
      variants: [specification], wantsAnnotations: record.placeholder == nil, urgency: .request)
    switch await transformer.transform(Picture(of: record.original, in: file), for: request) {
    case .accepted(let findings):
      let placed = try await place(findings, wanted: [specification], by: setup)
      guard placed.derivatives.variants[specification.name] != nil else { throw WoofError.impossibleVariant }
      return placed
    case .refused: throw WoofError.impossibleVariant
    case .failed(let failure) where failure.incriminatesPicture:
      parts.report(.gaveUp(record.id, reason: "\(failure.transformer): \(failure.detail)"))
      throw WoofError.impossibleVariant
    case .failed(let failure): throw failure
    }
  }
}

extension WoofError {
  fileprivate static var goneMeanwhile: WoofError { WoofError(.gone, "This photo has been deleted.") }

  fileprivate static var impossibleVariant: WoofError {
    WoofError(.notFound, "This variant cannot be made of this photo.")
  }
}

/// The variant that a request asks for, by the setup at its beginning.
private struct WantedVariant: Sendable {
  let key: VariantSchedule.Key
  /// The specification by which a transformer makes it; `nil` for the shareable copy, which none makes.
  let specification: VariantSpecification?
  let damaged: Digest?

  /// Finds out what a variant of a name is to be.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is none of that name.
  init(
    _ name: String, of photo: PhotoID, in setup: PictureSetup, _ shareable: (any ShareableCopying)?,
    insteadOf damaged: Digest?
  ) throws(WoofError) {
    specification = setup.specification(named: name)
    let copy = name == PictureSetup.shareableName ? shareable?.identity : nil
    guard let identity = specification?.identity ?? copy else {
      throw WoofError(
        .notFound, "There is no variant of this name; ask for one of \(setup.names.joined(separator: ", ")).")
    }
    key = VariantSchedule.Key(photo: photo, name: name, specification: identity)
    self.damaged = damaged
  }

  /// The variant among those of a photo; `nil` where it has to be made.
  func found(among variants: [String: PhotoRecord.Variant]) -> PhotoRecord.Variant? {
    guard let variant = variants[key.name], variant.specification == key.specification, variant.digest != damaged
    else { return nil }
    return variant
  }
}

/// Has variants made that somebody waits for, in the order and number that a ``VariantSchedule`` says.
final class VariantRequests: Sendable {
  private struct State {
    var schedule: VariantSchedule
    var tasks: [VariantSchedule.Key: Task<PhotoRecord.Variant, any Error>] = [:]
    var waiting: [VariantSchedule.Key: UnsafeContinuation<Void, Never>] = [:]
  }

  private let time: any TimeSource
  private let state: Mutex<State>

  init(limits: PictureDerivation.Limits, time: any TimeSource) {
    self.time = time
    state = Mutex(State(schedule: VariantSchedule(limits: limits)))
  }

  /// The number of requests refused because too many were waiting.
  var refusedCount: Int { state.withLock(\.schedule.refusedCount) }

  /// Tries again what could not be made, as when there are other transformers.
  func forgetFailures() { state.withLock { $0.schedule.forgetFailures() } }

  /// The variant that `make` makes, or that is being made already.
  ///
  /// - Throws: Any error that `make` throws, and ``WoofModel/WoofError`` with the code `unavailable` where too many
  ///   wait.
  func value(
    for key: VariantSchedule.Key, _ make: @escaping @Sendable () async throws -> PhotoRecord.Variant
  ) async throws -> PhotoRecord.Variant {
    let now = time.monotonicNanoseconds()
    let task = try state.withLock { state throws(WoofError) in
      if let task = state.tasks[key] { return task }
      try state.schedule.request(key, at: now)
      let task = Task { try await self.run(key, make) }
      state.tasks[key] = task
      return task
    }
    return try await task.value
  }

  private func run(
    _ key: VariantSchedule.Key, _ make: @Sendable () async throws -> PhotoRecord.Variant
  ) async throws -> PhotoRecord.Variant {
    await turn(of: key)
    do {
      let variant = try await make()
      end(key, failure: nil)
      return variant
    } catch {
      end(key, failure: error as? WoofError)
      throw error
    }
  }

  private func turn(of key: VariantSchedule.Key) async {
    await withUnsafeContinuation { continuation in
      let mayRun = state.withLock { state in
        let mayRun = state.schedule.isRunning(key)
        if !mayRun { state.waiting[key] = continuation }
        return mayRun
      }
      if mayRun { continuation.resume() }
    }
  }

  private func end(_ key: VariantSchedule.Key, failure: WoofError?) {
    let now = time.monotonicNanoseconds()
    let next = state.withLock { state in
      state.tasks[key] = nil
      // One whose task has not come to wait yet finds its turn when it does.
      return state.schedule.end(key, failure: failure, at: now).flatMap { state.waiting.removeValue(forKey: $0) }
    }
    next?.resume()
  }
}
