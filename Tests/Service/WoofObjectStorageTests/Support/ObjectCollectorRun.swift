// SPDX-License-Identifier: Apache-2.0

@testable import SharedStoresTestKit
@testable import WoofObjectStorage

/// A run of all that a collector does.
enum ObjectCollectorRun {
  /// Does it once on a node.
  static func run(on node: Node) async throws -> ObjectCollector.Findings {
    try await ObjectCollector(of: node.blobs).run()
  }
}
