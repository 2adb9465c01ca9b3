// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Programs that say what others see in a file.
enum Tools {
  /// Where a program is; `nil` where it is not installed.
  static func path(of program: String) -> String? {
    ["/usr/bin/", "/usr/local/bin/"].map { $0 + program }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs a program, and gives what it wrote; `nil` where it failed.
  static func run(_ path: String, _ arguments: [String]) throws -> String? {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: text, as: UTF8.self) : nil
  }

  /// Of each file a line with a digest of the decoded pixels of each frame, its duration, the colour profile, the
  /// orientation, and how often an animation repeats.
  static func pixels(of paths: [String]) throws -> [Substring]? {
    var decoded = paths
    for index in paths.indices where paths[index].hasSuffix(".heic") || paths[index].hasSuffix(".avif") {
      guard let converter = path(of: "heif-convert") else { return nil }
      decoded[index] += ".png"
      guard try run(converter, [paths[index], decoded[index]]) != nil else { return nil }
    }
    return try run("/usr/bin/python3", ["-c", pixelScript] + decoded)?.split(separator: "\n")
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
