public import WoofModel

extension PictureDerivation {
  /// How many photos are queued at once, so that no other write waits for long.
  private static let photosAtOnce = 500

  /// Lets all photos wait for being derived anew, as after a new version of a plugin: what other transformers made than
  /// there are now, what has another specification, and what is said of the pictures. It survives a restart.
  ///
  /// - Parameter progress: Is told how many photos are queued so far. How far working them off has come, ``backlog()``
  ///   tells.
  /// - Returns: How many photos were queued.
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`, `unavailable` or `insufficient-storage`; those that were
  ///   queued stay so.
  @discardableResult
  public func reprocessAll(progress: (Int) -> Void = { _ in }) async throws -> Int {
    var count = 0
    var last: PhotoID?
    while true {
      try Task.checkCancellation()
      let queued = try await parts.derivations.queueDerivations(after: last, limit: Self.photosAtOnce)
      count += queued.count
      progress(count)
      alarm.ring()
      guard queued.count == Self.photosAtOnce else { return count }
      last = queued.last
    }
  }

  /// Lets one photo wait for being derived anew.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`, and as ``reprocessAll(progress:)``.
  public func reprocess(_ photo: PhotoID) async throws {
    guard try await parts.derivations.queueDerivation(of: photo) else {
      throw WoofError(.notFound, "There is no photo of this id.")
    }
    alarm.ring()
  }

  /// How many photos wait for something to be derived from them.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  public func backlog() async throws -> Int { try await parts.derivations.derivationCount() }
}
