// SPDX-License-Identifier: Apache-2.0

import Glibc
@testable import TestKit
import Testing
import WoofCore
import WoofCryptography
import WoofModel

@testable import WoofPlugins

/// A folder beside the tests' executable, where libraries may be loaded from, with plugins as an operator installs them.
/// It is removed when this object goes.
final class Installation: Sendable {
  let path: String

  init() throws {
    var template = Array("\(ExecutableFolder.path)/installation-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemFailure("mkdtemp: \(errno)") }
    path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in ["libHostilePlugin", "libMisfitPlugin", "libWoofVips"] {
      unlink("\(path)/\(name).so")
      unlink("\(path)/\(name).json")
    }
    rmdir(path)
  }

  /// The manifest of the hostile plugin.
  static func manifest(of digest: Digest, library: String = "libHostilePlugin.so") -> [String: JSONValue] {
    [
      "name": "hostile", "version": "1.0", "abi": 1, "library": .string(library), "digest": .string("\(digest)"),
      "accepts": ["image/png", "image/jpeg"], "emits": ["image/png"],
      "parameters": ["type": "object", "properties": ["do": ["type": "string", "maxLength": 40]]],
      "limits": [
        "memoryMB": 128, "cpuSeconds": 1, "deadlineMilliseconds": 60_000, "outputMB": 1, "pixels": 1_000_000,
      ],
    ]
  }

  /// Installs a library of the tests with a manifest of which some members are others.
  func install(
    _ members: [String: JSONValue] = [:], with library: CompiledLibrary = .hostilePlugin
  ) throws -> Plugin {
    let name = "lib\(library.rawValue)"
    let bytes = try [UInt8](contentsOfFile: library.path)
    try write(bytes, to: "\(name).so")
    let digest = try #require(Digest(SHA256.digest(of: bytes)))
    let manifest = Self.manifest(of: digest, library: "\(name).so").merging(members) { $1 }
    try write(JSONText.bytes(of: .object(manifest)), to: "\(name).json")
    return try Plugin(manifestAt: "\(path)/\(name).json")
  }

  /// Writes a file, which is there as a whole when it has its name.
  func write(_ bytes: [UInt8], to name: String) throws {
    unlink("\(path)/\(name)")
    let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    defer { close(descriptor) }
    guard descriptor >= 0, fchmod(descriptor, 0o644) == 0 else { throw SystemFailure("\(name): \(errno)") }
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw SystemFailure("\(name): \(errno)") }
  }
}

/// Why a test could not go on.
struct SystemFailure: Error {
  let text: String
  init(_ text: String) { self.text = text }
}
