// SPDX-License-Identifier: Apache-2.0

import WoofStorage
import WoofTerminal

extension StorageProgress {
  /// The line that shows it.
  var bar: ProgressBar { ProgressBar(words, part: total > 0 ? Double(done) / Double(total) : nil) }

  private var words: String {
    switch step {
    case .copyingRecords: "copying records"
    case .checkingRecords: "checking records"
    case .copyingBlobs: "copying photos"
    case .checkingBlobs: "reading photos"
    case .followingChanges: "carrying over what has changed"
    case .awaitingStop: "ready; waiting until the service stops"
    case .finishing: "waiting for the disk"
    }
  }
}
