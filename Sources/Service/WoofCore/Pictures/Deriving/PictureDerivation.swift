// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
public import WoofModel

/// Has pictures looked at, and keeps what is derived from them: while photos are uploaded, when somebody asks for a
/// variant, and from the queue of what was left for later.
///
/// Everything may be called from any thread. What is done with pictures can be replaced at any time; what has begun goes
/// on as it began.
public final class PictureDerivation: Sendable {
  /// The stores, transformers and threads that a derivation uses.
  public struct Parts: Sendable {
    /// Keeps photos.
    public var records: any RecordStore
    /// Keeps what is derived, and what waits.
    public var derivations: any DerivationStore
    /// Keeps the bytes.
    public var blobs: any BlobStore
    /// Reads photos' own metadata.
    public var metadata: TransformerChain
    /// Makes shareable copies; `nil` where there are none.
    public var shareable: (any ShareableCopying)?
    /// Threads for what blocks.
    public var workers: WorkerPool
    /// The clock, preferably a steady one, because the times of further attempts are kept.
    public var time: any TimeSource
    /// Is told what an operator may want to know of.
    public var report: @Sendable (PictureEvent) -> Void

    /// Gathers the parts.
    public init(
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
  public struct Limits: Hashable, Sendable {
    /// The number of requested variants that are made at once; 2 by default.
    public var requestCount: Int
    /// The number of further variants that may wait to be made; 64 by default.
    public var waitingRequestCount: Int

    /// Makes limits.
    public init(requestCount: Int = 2, waitingRequestCount: Int = 64) {
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
  public init(parts: Parts, setup: PictureSetup = PictureSetup(), limits: Limits = Limits()) {
    self.parts = parts
    self.setup = Mutex(setup)
    requests = VariantRequests(limits: limits, time: parts.time)
  }

  /// The setup that applies to pictures now.
  public var current: PictureSetup { setup.withLock { $0 } }

  /// Grows whenever what is done with pictures is replaced; reading it takes no lock.
  public var generation: UInt32 { setupGeneration.load(ordering: .acquiring) }

  /// The counts of events with pictures so far.
  public var counts: PictureCounts {
    var counts = counter.current
    counts.overloadCount = requests.refusedCount
    return counts
  }

  /// Does something else with pictures from now on; what has begun ends as it began.
  ///
  /// - Returns: The setup until now; the caller lets its transformer drain if the new setup has another one.
  @discardableResult
  public func replace(with setup: PictureSetup) -> PictureSetup {
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
  public func lookAtQueue() { alarm.ring() }

  /// Lets the queue look at once at a photo that has come in; without anything that derives there is nothing to look at.
  func tellQueue() {
    if current.transformer != nil { alarm.ring() }
  }

  /// Returns the annotations of a photo; `nil` if it has none yet.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  func annotations(of photo: PhotoID) async throws -> PhotoAnnotations? {
    try await parts.derivations.annotations(of: photo)
  }

  /// The photos with the same original that an account finds.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  func photos(ofOriginal digest: Digest, knownTo account: AccountID, limit: Int) async throws -> [PhotoID] {
    try await parts.derivations.photos(ofOriginal: digest, knownTo: account, limit: limit)
  }

  /// The photos whose looks are known, by id after an id.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  public func perceptualHashes(after id: PhotoID?, limit: Int) async throws -> [HashedPhoto] {
    try await parts.derivations.perceptualHashes(after: id, limit: limit)
  }

  /// The hashes of the parts of photos that were kept after others, in the order in which they were kept.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  public func partHashes(after ordinal: Int64, limit: Int) async throws -> [PartHashedPhoto] {
    try await parts.derivations.partHashes(after: ordinal, limit: limit)
  }

  /// The hashes of the parts of photos, as far as they are known.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  public func partHashes(of photos: [PhotoID]) async throws -> [PhotoID: PartHashes] {
    try await parts.derivations.partHashes(of: photos)
  }
}
