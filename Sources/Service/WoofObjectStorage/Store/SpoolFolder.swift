// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Glibc
internal import Synchronization
internal import WoofSystem

/// The folder of a node for bytes that are not in the bucket yet: those that arrive, in `spool`, and those that wait to be put,
/// in `placed`. Both are emptied at the start.
final class SpoolFolder: Sendable {
  private let path: String
  private let count = Atomic<UInt64>(0)

  /// Makes the folders that are missing.
  ///
  /// - Throws: ``WoofSystem/SystemError`` where that is not possible.
  init(_ path: String) throws(SystemError) {
    self.path = path
    try Self.makeFolder(path)
    for folder in ["\(path)/spool", "\(path)/placed"] {
      try Self.makeFolder(folder)
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] { unlink("\(folder)/\(name)") }
    }
  }

  /// A path for bytes that arrive, which no file has.
  func nextSpoolPath() -> String { "\(path)/spool/\(nextNumber())" }

  /// A path for bytes that wait to be put, which no file has.
  func nextPlacedPath() -> String { "\(path)/placed/\(nextNumber())" }

  private func nextNumber() -> UInt64 { count.wrappingAdd(1, ordering: .relaxed).newValue }

  private static func makeFolder(_ path: String) throws(SystemError) {
    guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
    throw SystemError(call: "mkdir", number: errno)
  }
}
