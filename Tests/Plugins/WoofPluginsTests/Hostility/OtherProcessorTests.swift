// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

@testable import TestKit

private let compiler = "/usr/bin/aarch64-linux-gnu-gcc"

/// What of the sandbox depends on the processor: numbers of calls, and the filter's architecture.
@Suite(.enabled(if: access(compiler, X_OK) == 0, "apt-get install gcc-aarch64-linux-gnu"))
struct OtherProcessorTests {
  private static let root = PackageFolder.path
  private static let folders =
    ["CWoofSandbox", "CWoofWorker", "CWoofPlugin", "woof-worker"].map { "\(root)/Sources/Plugins/\($0)" }
    + ["\(root)/Sources/C/CLinux"]

  @Test func `the worker, its sandbox and its launcher compile for arm64 without a warning`() async throws {
    for folder in Self.folders {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        guard name.hasSuffix(".c") else { continue }
        let outcome = try await Program.run(
          compiler,
          ["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"] + Self.folders.map { "-I\($0)/include" }
            + ["\(folder)/\(name)"])
        #expect(outcome.code == 0, "\(outcome.errors)")
      }
    }
  }
}
