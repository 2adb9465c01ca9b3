// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The toolchain's compiler, as a stranger calls it.
enum ToolchainCompiler {
  /// The path of the compiler; `nil` if there is none, as where only the built products are there.
  static let path: String? = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").lazy
    .map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Returns the compiler's messages about a file, checked in Swift 6 mode with only the toolchain's modules.
  ///
  /// They are empty if all is well.
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
