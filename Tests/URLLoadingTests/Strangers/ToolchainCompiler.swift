import Foundation

/// The toolchain's compiler, as a stranger calls it.
enum ToolchainCompiler {
  /// Where it is; `nil` where only what is built is there.
  static let path: String? = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").lazy
    .map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// What it says of a file that sees nothing but the toolchain's modules, in Swift 6 mode; empty where all is well.
  static func complaints(about file: URL) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path ?? "/usr/bin/swiftc")
    process.arguments = ["-typecheck", "-swift-version", "6", "-module-cache-path", NSTemporaryDirectory(), file.path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
  }
}
