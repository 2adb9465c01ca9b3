// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import TestKit

/// The folder of the package.
enum Repository {
  static let root = PackageFolder.url

  /// The text of one of its files.
  static func text(of path: String) throws -> String { try text(at: root.appending(path: path).path) }

  /// The text of any file.
  static func text(at path: String) throws -> String { try String(contentsOf: URL(filePath: path), encoding: .utf8) }
}
