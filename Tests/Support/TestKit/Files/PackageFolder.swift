// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The folder of the package, for tests that read its pages, samples and sources.
enum PackageFolder {
  static let path = url.path

  static let url: URL = {
    var folder = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
    while folder.path != "/", !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
      folder.deleteLastPathComponent()
    }
    return folder
  }()
}
