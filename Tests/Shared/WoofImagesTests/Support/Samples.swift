// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import TestKit

/// The photos that script/samples makes, where it has run.
enum Samples {
  private static let folder = PackageFolder.url.appending(path: "Resources/Samples")

  static let all: [String] = {
    let endings = [".jpg", ".png", ".gif", ".webp", ".heic", ".avif"]
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { name in endings.contains { name.hasSuffix($0) } }.sorted()
  }()

  static func bytes(of name: String) throws -> [UInt8] { try Array(Data(contentsOf: folder.appending(path: name))) }
}
