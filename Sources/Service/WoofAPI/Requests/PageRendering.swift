// SPDX-License-Identifier: Apache-2.0

internal import WoofCore

/// The rendering of pages: short ones on the loop, where it takes no time, and long ones on the workers.
///
/// Clients take turns on the workers. A loop that renders hundreds of photos for one client keeps all others on it
/// waiting.
enum PageRendering {
  /// So many items are rendered on the loop.
  private static let itemLimit = 64
  /// So many items take as long to render as a look-up takes.
  private static let itemsPerLookUp = 32

  /// The result of rendering so many items.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` where too much waits for the workers.
  static func run<Result: Sendable>(
    of itemCount: Int, on workers: WorkerPool, _ render: @escaping @Sendable () -> Result
  ) async throws -> Result {
    guard itemCount > itemLimit else { return render() }
    return try await workers.run(cost: 1 + itemCount / itemsPerLookUp, render)
  }
}
