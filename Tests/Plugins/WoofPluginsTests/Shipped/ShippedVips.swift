// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofCore
import WoofCryptography
import WoofModel

@testable import TestKit
@testable import WoofPlugins

/// The plugin that is shipped, as it has been built beside the tests.
enum ShippedVips {
  static let isBuilt = access("\(ExecutableFolder.path)/libWoofVips.so", R_OK) == 0

  /// Four names up from this file lies the package.
  private static let manifestPath =
    PackageFolder.path + "/Plugins/Vips/manifest.json"

  /// Installs it with its own manifest.
  static func install(in installation: Installation) throws -> Plugin {
    let library = try [UInt8](contentsOfFile: "\(ExecutableFolder.path)/libWoofVips.so")
    let digest = try #require(Digest(SHA256.digest(of: library)))
    let text = try [UInt8](contentsOfFile: manifestPath)
    guard case .object(var manifest)? = JSONText.value(of: text) else { throw SystemFailure("no manifest") }
    manifest["digest"] = .string("\(digest)")
    try installation.write(library, to: "libWoofVips.so")
    try installation.write(JSONText.bytes(of: .object(manifest)), to: "libWoofVips.json")
    return try Plugin(manifestAt: "\(installation.path)/libWoofVips.json")
  }
}
