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

  /// A digest of the decoded pixels of each frame, its duration, and how often an animation repeats.
  static func pixels(of path: String) throws -> String? {
    if path.hasSuffix(".heic") || path.hasSuffix(".avif") {
      guard let converter = Tools.path(of: "heif-convert") else { return nil }
      let decoded = path + ".png"
      guard try run(converter, [path, decoded]) != nil else { return nil }
      return try pixels(of: decoded)
    }
    return try run("/usr/bin/python3", ["-c", pixelScript, path])
  }

  private static let pixelScript = """
    import hashlib, sys
    from PIL import Image, ImageSequence
    image = Image.open(sys.argv[1])
    print(image.size, image.mode, image.info.get("loop"), hashlib.sha256(image.info.get("icc_profile") or b"").hexdigest())
    print(image.getexif().get(0x0112, 1) if image.format != "PNG" or "heic" not in sys.argv[1] else 1)
    for frame in ImageSequence.Iterator(image):
        pixels = hashlib.sha256(frame.convert("RGBA").tobytes()).hexdigest()
        print(pixels, frame.info.get("duration"))
    """
}
