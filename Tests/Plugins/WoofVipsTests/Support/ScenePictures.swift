// SPDX-License-Identifier: Apache-2.0

import Foundation
import PluginTesting

@testable import TestKit

/// Pictures of one scene, each stored in another way, made once for all tests.
enum ScenePictures {
  static let folder = Result {
    let folder = try TemporaryFolder()
    _ = try Program.output(of: "/usr/bin/python3", [script("pictures.py"), folder.path])
    for (name, arguments) in [
      ("plain.heic", ["truth.png"]), ("alpha.heic", ["alpha.png"]), ("p3.heic", ["p3.png"]),
      ("plain.avif", ["-A", "truth.png"]), ("p3.avif", ["-A", "p3.png"]),
      ("pq.avif", ["-A", "-b", "12", "pq.png"]), ("hlg.avif", ["-A", "-b", "12", "hlg.png"]),
    ] {
      let inputs = arguments.map { $0.hasSuffix(".png") ? folder.path($0) : $0 }
      _ = try Program.output(of: "/usr/bin/heif-enc", ["-q", "90"] + inputs + ["-o", folder.path(name)])
    }
    for (name, curve) in [("pq.avif", 16), ("hlg.avif", 18)] as [(String, UInt8)] {
      try state(primaries: 9, curve: curve, in: folder.path(name))
    }
    return folder
  }

  /// Writes other numbers into the statement of colours of a file that heif-enc has made, which cannot be told them.
  private static func state(primaries: UInt8, curve: UInt8, in path: String) throws {
    var bytes = try [UInt8](contentsOfFile: path)
    let mark = Array("colrnclx".utf8)
    guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: mark) }) else {
      throw TestFailure("\(path) states no colours")
    }
    bytes.replaceSubrange(start + 8..<start + 12, with: [0, primaries, 0, curve])
    try Data(bytes).write(to: URL(filePath: path))
  }

  static func bytes(of name: String) throws -> [UInt8] { try [UInt8](contentsOfFile: folder.get().path(name)) }

  /// The media type that a name's ending stands for.
  static func mediaType(of name: String) -> String {
    let ending = name.split(separator: ".").last ?? ""
    return "image/" + (ending == "jpg" ? "jpeg" : ending)
  }

  /// The path of a script that lies beside this file.
  static func script(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: name).path
  }
}
