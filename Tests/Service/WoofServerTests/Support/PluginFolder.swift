// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofCryptography
import WoofModel

@testable import TestKit

/// A folder beside the tests' executable, where libraries may be loaded from, for the hostile plugin as an operator
/// installs it. It is removed when this object goes.
final class PluginFolder: Sendable {
  /// The name of the library.
  static let library = "libHostilePlugin.so"
  private static let manifest = "libHostilePlugin.json"

  let path: String

  init() throws {
    var template = Array(Program.built("plugins-XXXXXX").utf8CString)  // mkdtemp(3) makes a name of the six letters
    guard mkdtemp(&template) != nil else { throw TestFailure("mkdtemp: \(errno)") }
    path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    empty()
    rmdir(path)
  }

  /// Installs the plugin, which accepts every JPEG.
  func install() throws {
    let bytes = try [UInt8](contentsOfFile: CompiledLibrary.hostilePlugin.path)
    guard let digest = Digest(SHA256.digest(of: bytes)) else { throw TestFailure("the digest is lost") }
    try write(bytes, to: Self.library)
    let text = """
      {"name": "hostile", "version": "1.0", "abi": 1, "library": "\(Self.library)", "digest": "\(digest)",
      "accepts": ["image/jpeg"], "limits": {"memoryMB": 128}}
      """
    try write(Array(text.utf8), to: Self.manifest)
  }

  /// Puts a file into the place of another one, as packages do: who has the old one open still reads it.
  func write(_ bytes: [UInt8], to name: String) throws {
    let new = "\(path)/\(name).new"
    let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    defer { close(descriptor) }
    guard descriptor >= 0, Glibc.write(descriptor, bytes, bytes.count) == bytes.count,
      rename(new, "\(path)/\(name)") == 0
    else { throw TestFailure("\(new): \(errno)") }
  }

  /// Takes the plugin away.
  func empty() {
    for name in [Self.library, Self.manifest] { unlink("\(path)/\(name)") }
  }
}
