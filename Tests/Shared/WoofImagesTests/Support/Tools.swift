// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import TestKit

/// Programs that say what others see in a file.
enum Tools {
  /// Where a program is; `nil` where it is not installed.
  static func path(of program: String) -> String? {
    ["/usr/bin/", "/usr/local/bin/"].map { $0 + program }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Of each file a line with a digest of the decoded pixels of each frame, its duration, the colour profile, the
  /// orientation, and how often an animation repeats.
  static func pixels(of paths: [String]) throws -> [Substring]? {
    var decoded = paths
    for index in paths.indices where paths[index].hasSuffix(".heic") || paths[index].hasSuffix(".avif") {
      guard let converter = path(of: "heif-convert") else { return nil }
      decoded[index] += ".png"
      _ = try Program.output(of: converter, [paths[index], decoded[index]])
    }
    return try Program.output(of: "/usr/bin/python3", ["-c", pixelScript] + decoded).split(separator: "\n")
  }

  private static let pixelScript = """
    import hashlib, sys
    from PIL import Image, ImageSequence
    digest = lambda data: hashlib.sha256(data).hexdigest()
    for path in sys.argv[1:]:
        image = Image.open(path)
        line = [image.size, image.mode, image.info.get("loop"), digest(image.info.get("icc_profile") or b"")]
        if ".heic" not in path and ".avif" not in path:
            line.append(image.getexif().get(0x0112, 1))
        for frame in ImageSequence.Iterator(image):
            line += [digest(frame.convert("RGBA").tobytes()), frame.info.get("duration")]
        print(line)
    """
}
