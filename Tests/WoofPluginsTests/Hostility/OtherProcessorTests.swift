import Foundation
import Glibc
import Testing

@testable import TestSupport

private let compiler = "/usr/bin/aarch64-linux-gnu-gcc"

/// What of the sandbox depends on the processor: numbers of calls, and the filter's architecture.
@Suite(.enabled(if: access(compiler, X_OK) == 0, "apt-get install gcc-aarch64-linux-gnu"))
struct OtherProcessorTests {
  private static let sources =
    "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/Sources/C"

  @Test func `the worker, its sandbox and what starts it are compiled for arm64 without a warning`() async throws {
    let headers = ["CWoofSandbox", "CWoofWorker", "CWoofPlugin", "CLinux"].map { "-I\(Self.sources)/\($0)/include" }
    for room in ["CWoofSandbox", "CWoofWorker", "woof-worker", "CLinux"] {
      for name in try FileManager.default.contentsOfDirectory(atPath: "\(Self.sources)/\(room)") {
        guard name.hasSuffix(".c") else { continue }
        let outcome = try await Program.run(
          compiler,
          ["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"] + headers + ["\(Self.sources)/\(room)/\(name)"]
        )
        #expect(outcome.code == 0, "\(outcome.errors)")
      }
    }
  }
}
