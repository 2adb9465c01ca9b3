// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The folder of the package.
enum Repository {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The text of one of its files.
  static func text(of path: String) throws -> String { try text(at: root.appending(path: path).path) }

  /// The text of any file.
  static func text(at path: String) throws -> String { try String(contentsOf: URL(filePath: path), encoding: .utf8) }
}
