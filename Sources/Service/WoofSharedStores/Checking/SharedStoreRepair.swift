// SPDX-License-Identifier: Apache-2.0

internal import WoofPostgreSQL
internal import WoofPostgresStorage
package import WoofStorage

/// Repairs what can be repaired of stores that nodes share, while they run: what is counted. Bytes heal when their photo is uploaded
/// again.
package struct SharedStoreRepair {
  private let place: SharedPlace
  private let check: SharedStoreCheck

  /// Makes a repair of stores.
  package init(of place: SharedPlace) { (self.place, check) = (place, SharedStoreCheck(of: place)) }

  /// Checks, counts anew where something is wrong, and checks again. Blocks.
  ///
  /// - Parameters:
  ///   - depth: The depth of the first check.
  ///   - progress: Is told how far each has come.
  /// - Throws: As ``SharedStoreCheck/report(_:progress:)``.
  package func run(
    _ depth: StoreCheck.Depth, progress: @escaping StorageProgress.Observer = { _ in }
  ) throws -> StoreRepair.Outcome {
    let before = try check.report(depth, progress: progress)
    guard !before.isSound else { return StoreRepair.Outcome(before: before, after: before) }
    do {
      try PostgresRecount(of: place.database).run()
    } catch {
      throw SharedStoreFailure.named(error, "The stores cannot be repaired")
    }
    // What has been read and found sound need not be read once more.
    return StoreRepair.Outcome(before: before, after: try check.report(min(depth, .lengths), progress: progress))
  }
}
