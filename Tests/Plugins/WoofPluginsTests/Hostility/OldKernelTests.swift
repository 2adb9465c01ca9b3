// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofCore

@testable import WoofPlugins

/// Kernels that lack what the sandbox is made of.
struct OldKernelTests {
  private static let kernels: [(String, SandboxLayers)] = [
    ("without-landlock", .landlock), ("without-seccomp", .systemCallFilter),
  ]

  /// Lets the hostile plugin run in workers on such a kernel.
  private func withPlugin(
    on kernel: String, permitted: Bool, _ body: (Worksite) async throws -> Void
  ) async throws {
    let folder = try Installation()
    let path = "\(folder.path)/\(kernel)"
    try #require(symlink("\(ExecutableFolder.path)/OldKernel", path) == 0)
    defer { unlink(path) }
    try await Worksite.with(settings: { settings in
      settings.workerPath = path
      settings.permitsMissingSandbox = permitted
    }) { try await body($0) }
  }

  @Test(arguments: kernels)
  func `without a required layer no plugin is loaded, and the error names it and the remedy`(
    kernel: String, layer: SandboxLayers
  ) async throws {
    try await withPlugin(on: kernel, permitted: false) { site in
      let error = await #expect(throws: PluginError.self) { try await site.runner.start() }
      #expect(error?.code == .sandbox)
      #expect(error?.message.hasPrefix("this system lacks \(layer), without which no plugin is loaded") == true)
      #expect(error?.message.contains("runWithoutSandbox") == true)
    }
  }

  @Test(arguments: kernels)
  func `a plugin is unavailable there, so that uploads go on uninspected`(kernel: String, layer: SandboxLayers)
    async throws
  {
    try await withPlugin(on: kernel, permitted: false) { site in
      try await site.expect("copy", endsAs: "unavailable")
    }
  }

  @Test(arguments: kernels)
  func `with explicit permission the other layers are used, and the plugin works`(
    kernel: String, layer: SandboxLayers
  ) async throws {
    try await withPlugin(on: kernel, permitted: true) { site in
      let layers = try await site.runner.start()
      #expect(!layers.contains(layer))
      #expect(layers.isSuperset(of: SandboxLayers.required.subtracting(layer)))
      let report = try await site.run("copy", wanted: [.thumb])
      #expect(report.findings?.variants["thumb"]?.width == 9, "\(report.outcome)")
    }
  }
}
