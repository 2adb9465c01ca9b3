// SPDX-License-Identifier: Apache-2.0

package import WoofAdministration

extension AdminJob.Progress {
  /// The progress of work on the stores, as administrators see it.
  package init(_ progress: StorageProgress) {
    let (step, unit): (String, Unit) =
      switch progress.step {
      case .copyingRecords: ("copying records", .items)
      case .checkingRecords: ("checking records", .items)
      case .copyingBlobs: ("copying photos", .bytes)
      case .checkingBlobs: ("reading photos", .bytes)
      case .followingChanges: ("carrying over what has changed", .items)
      case .awaitingStop: ("waiting until the service stops", .items)
      case .finishing: ("waiting for the disk", .items)
      }
    self.init(step: step, done: progress.done, total: progress.total, unit: unit)
  }
}
