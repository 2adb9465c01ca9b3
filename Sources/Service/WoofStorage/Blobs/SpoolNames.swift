// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Names files of the spool. The spool is empty when the service starts, so counting is enough.
final class SpoolNames: Sendable {
  private let folder: String
  private let count = Atomic<UInt64>(0)

  init(folder: String) { self.folder = folder }

  /// A path that no file has.
  func next() -> String { "\(folder)/\(count.wrappingAdd(1, ordering: .relaxed).newValue)" }
}
