// SPDX-License-Identifier: Apache-2.0

/// The faults found in the files of a backup: their number, and the first 20 by name.
package struct BadFiles: Sendable {
  private static let namedLimit = 20
  private var named: [String] = []
  private var count = 0

  /// Makes an account without faults.
  package init() {}

  mutating func note(_ path: String, _ outcome: FileReading.CopyOutcome) {
    switch outcome {
    case .copied: break
    case .missing: note(path, "missing")
    case .changed: note(path, "changed")
    }
  }

  /// Notes a fault.
  ///
  /// - Parameters:
  ///   - path: The path of a file, relative to the backup's folder.
  ///   - fault: The words that complete "is".
  package mutating func note(_ path: String, _ fault: String) {
    count += 1
    if count <= Self.namedLimit { named.append("\(path) is \(fault)") }
  }

  /// Makes sure that there is none.
  ///
  /// - Throws: ``StorageError`` with the code `damaged-backup`, which names them.
  package func requireNone(in backup: BackupFolder) throws(StorageError) {
    guard count > 0 else { return }
    let more = count > named.count ? ", and \(count - named.count) more" : ""
    throw StorageError(
      .damagedBackup, "\(backup.path) is damaged, and nothing was restored: \(named.joined(separator: ", "))\(more)")
  }
}
