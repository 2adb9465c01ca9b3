// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Moves the body of a request from the loop to where its bytes are worked on.
struct BodyPump: Sendable {
  /// Threads for what blocks.
  let workers: WorkerPool

  /// Hands every piece of a body to `consume`, on the workers, one after the other.
  ///
  /// - Throws: ``WoofModel/WoofError`` where the body breaks off or breaks the rules, and what `consume` throws.
  func callAsFunction(
    _ body: any HTTPRequestBody, _ consume: @escaping @Sendable (RawSpan) throws -> Void
  ) async throws {
    do {
      try await body.forEachChunk(on: { try await workers.run($0) }, consume)
    } catch let error as HTTPBodyError {
      throw ProblemDocument.error(of: error)
    }
  }
}
