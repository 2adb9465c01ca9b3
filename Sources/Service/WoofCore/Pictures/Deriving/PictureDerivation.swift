// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCryptography
internal import WoofModel
internal import WoofSystem

/// Has pictures looked at, and keeps what is derived from them: while photos are uploaded, when somebody asks for a
/// variant, and from the queue of what was left for later.
///
/// Everything may be called from any thread. What is done with pictures can be replaced at any time; what has begun goes
/// on as it began.
package final class PictureDerivation: Sendable {
  /// The stores, transformers and threads that a derivation uses.
  package struct Parts: Sendable {
    /// Keeps photos.
    package var records: any RecordStore
    /// Keeps what is derived, and what waits.
    package var derivations: any DerivationStore
    /// Keeps the bytes.
    package var blobs: any BlobStore
    /// Reads photos' own metadata.
    package var metadata: TransformerChain
    /// Makes shareable copies; `nil` where there are none.
    package var shareable: (any ShareableCopying)?
    /// Threads for what blocks.
    package var workers: WorkerPool
    /// The clock, preferably a steady one, because the times of further attempts are kept.
    package var time: any TimeSource
    /// Is told what an operator may want to know of.
    package var report: @Sendable (PictureEvent) -> Void

    /// Gathers the parts.
    package init(
      records: any RecordStore, derivations: any DerivationStore, blobs: any BlobStore, metadata: TransformerChain,
      shareable: (any ShareableCopying)? = nil, workers: WorkerPool, time: any TimeSource,
      report: @escaping @Sendable (PictureEvent) -> Void = { _ in }
    ) {
      self.records = records
      self.derivations = derivations
      self.blobs = blobs
      self.metadata = metadata
      self.shareable = shareable
      self.workers = workers
      self.time = time
      self.report = report
    }
  }

  /// The limits on variants that requests wait for.
  package struct Limits: Hashable, Sendable {
    /// The number of requested variants that are made at once; 2 by default.
    package var requestCount: Int
    /// The number of further variants that may wait to be made; 64 by default.
    package var waitingRequestCount: Int

    /// Makes limits.
    package init(requestCount: Int = 2, waitingRequestCount: Int = 64) {
      self.requestCount = requestCount
      self.waitingRequestCount = waitingRequestCount
    }
  }

  let parts: Parts
  let counter = PictureCounter()
  let requests: VariantRequests
  /// Rings when there is something new in the queue, or something new to be done with it.
  let alarm = Alarm()
  let givenUp = GivenUpPhotos()
  private let setup: Mutex<PictureSetup>
  private let setupGeneration = Atomic<UInt32>(0)

  /// Makes a derivation.
  package init(parts: Parts, setup: PictureSetup = PictureSetup(), limits: Limits = Limits()) {
    self.parts = parts
    self.setup = Mutex(setup)
    requests = VariantRequests(limits: limits, time: parts.time)
  }

  /// The store of what is derived, and of what waits.
  package var derivations: any DerivationStore { parts.derivations }

  /// The setup that applies to pictures now.
  package var current: PictureSetup { setup.withLock { $0 } }

  /// Grows whenever what is done with pictures is replaced; reading it takes no lock.
  package var generation: UInt32 { setupGeneration.load(ordering: .acquiring) }

  /// The counts of events with pictures so far.
  package var counts: PictureCounts {
    var counts = counter.current
    counts.overloadCount = requests.refusedCount
    return counts
  }

  /// Does something else with pictures from now on; what has begun ends as it began.
  ///
  /// - Returns: The setup until now; the caller lets its transformer drain if the new setup has another one.
  @discardableResult
  package func replace(with setup: PictureSetup) -> PictureSetup {
    let old = self.setup.withLock { current in
      defer { current = setup }
      return current
    }
    setupGeneration.add(1, ordering: .releasing)
    requests.forgetFailures()
    alarm.ring()
    return old
  }

  /// Does something with a picture as it is done now; anew where nobody has looked at the picture, and that may be
  /// because what was done is no longer: its transformer drains as soon as another one has taken its place.
  ///
  /// - Parameter body: Throws ``PictureFailure`` where nobody has looked at the picture.
  /// - Throws: Any error that `body` throws.
  func withCurrentSetup<Result>(_ body: (PictureSetup) async throws -> Result) async throws -> Result {
    while true {
      // Read before the setup: what replaces that one from here on is noticed.
      let before = generation
      do {
        return try await body(current)
      } catch is PictureFailure where generation != before {
        continue
      }
    }
  }

  /// Lets the queue look at once at what is due, as after the time has jumped, or a photo was restored.
  package func lookAtQueue() { alarm.ring() }

  /// Lets the queue look at once at a photo that has come in; without anything that derives there is nothing to look at.
  func tellQueue() {
    if current.transformer != nil { alarm.ring() }
  }
}

// What uploads, requests and the queue have in common.
extension PictureDerivation {
  /// Opens a blob; `nil` where there is none under that digest.
  func open(_ digest: Digest) async throws -> (any BlobFile)? {
    try await parts.blobs.open(digest, on: parts.workers)
  }

  /// Returns `true` if a photo has more than one frame; `nil` where its metadata have not been read. Where no moving images
  /// are configured nobody needs to know, and it is `false`.
  ///
  /// - Parameter metadata: The photo's own metadata, if they have just been read.
  func isAnimated(
    _ id: PhotoID, _ metadata: PhotoAnnotations? = nil, for setup: PictureSetup
  ) async throws -> Bool? {
    guard setup.variants.contains(where: { $0.motion != nil }) else { return false }
    if let metadata { return metadata.isAnimated }
    return try await parts.derivations.annotations(of: id)?.isAnimated
  }

  /// Places the images that were derived, and gathers what is to be kept.
  ///
  /// - Parameter wanted: The images that were asked for; others are not believed in.
  func place(
    _ findings: PictureFindings, wanted: [VariantSpecification], by setup: PictureSetup
  ) async throws -> PlacedDerivatives {
    var placed = PlacedDerivatives(PhotoDerivatives(checking: findings))
    for specification in wanted {
      guard let image = findings.variants[specification.name], image.type == specification.type else { continue }
      let (digest, hold) = try await place(image.bytes)
      placed.holds.append(hold)
      placed.derivatives.variants[specification.name] = PhotoRecord.Variant(
        digest: digest, byteCount: Int64(image.bytes.count), type: image.type, width: image.width,
        height: image.height, specification: specification.identity, transformers: setup.transformerNames)
    }
    counter.count(\.variantCount, placed.derivatives.variants.count)
    return placed
  }

  private func place(_ bytes: [UInt8]) async throws -> (Digest, any BlobHold) {
    let blobs = parts.blobs
    return try await parts.workers.run {
      guard let digest = Digest(SHA256.digest(of: bytes)) else {
        throw WoofError(.internal, "The digest of a derived image is lost.")
      }
      let spool = try blobs.makeSpool()
      try spool.append(bytes.span.bytes)
      return (digest, try spool.place(as: digest))
    }
  }
}

/// Derivatives of a photo whose blobs are in place. Until they are kept, nothing but the holds says that the blobs are
/// needed.
struct PlacedDerivatives {
  var derivatives: PhotoDerivatives
  var holds: [any BlobHold]

  init(_ derivatives: PhotoDerivatives, holds: [any BlobHold] = []) {
    self.derivatives = derivatives
    self.holds = holds
  }
}

extension PhotoDerivatives {
  /// The longest ThumbHash has 25 bytes; one that is much longer is none.
  private static let placeholderByteLimit = 64
  /// The maximum length of plugins' annotations as JSON, in bytes; longer ones are dropped.
  private static let annotationByteLimit = 16_384

  /// Takes what a transformer says of a picture, as far as it can be so.
  init(checking findings: PictureFindings) {
    self.init(perceptualHash: findings.perceptualHash, partHashes: findings.partHashes)
    if let bytes = findings.placeholder, (1...Self.placeholderByteLimit).contains(bytes.count) {
      placeholder = Base64.encode(bytes, as: .standard)
    }
    if let colour = findings.averageColour, Self.isColour(colour) { averageColour = colour }
    var writer = JSONWriter()
    writer.value(.object(findings.annotations))
    pluginAnnotations = writer.bytes.count <= Self.annotationByteLimit ? findings.annotations : [:]
  }

  private static func isColour(_ text: String) -> Bool {
    text.utf8.count == 7 && text.utf8.first == UInt8(ascii: "#")
      && text.utf8.dropFirst().allSatisfy { Hexadecimal.lowerCaseValue(of: $0) != nil }
  }
}
