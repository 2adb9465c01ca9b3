// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A folder for everything that a run leaves, which goes with it.
final class ScratchFolder: Sendable {
  let root: String
  private let isKept = Mutex(false)

  /// Makes the folder and those in it.
  init() throws {
    root = FileManager.default.temporaryDirectory.appendingPathComponent("woof-chaos-\(UUID().uuidString)").path
    for name in ["client", "data", "sent", "received"] {
      try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    }
  }

  func path(_ name: String) -> String { "\(root)/\(name)" }

  func url(_ name: String) -> URL { URL(fileURLWithPath: path(name)) }

  /// The files below a folder.
  func files(below name: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: path(name))?.compactMap { $0 as? String } ?? []
    return names.filter { file in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path("\(name)/\(file)"), isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }

  /// Leaves the folder for whoever looks for the reason of a failure, and says where it is.
  func keep() {
    isKept.withLock { $0 = true }
    FileHandle.standardError.write(Data("kept: \(root)\n".utf8))
  }

  /// Removes the folder, unless it is to be kept.
  func remove() {
    guard !isKept.withLock({ $0 }) else { return }
    try? FileManager.default.removeItem(atPath: root)
  }
}
