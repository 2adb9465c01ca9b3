internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Moves the body of a request from the loop to where its bytes are worked on. While one piece is worked on nothing more
/// is read, so a slow disk slows the sender and not the loop.
enum BodyPump {
  /// Hands every piece of a body to `consume`, on the workers, one after the other.
  ///
  /// - Throws: ``WoofModel/WoofError`` where the body breaks off or breaks the rules, and what `consume` throws.
  static func pump(
    _ body: any HTTPRequestBody, on workers: WorkerPool, _ consume: @escaping @Sendable (RawSpan) throws -> Void
  ) async throws {
    while let chunk = try await next(of: body) {
      try await workers.run { try chunk.withBytes { try consume($0) } }
    }
  }

  private static func next(of body: any HTTPRequestBody) async throws(WoofError) -> HTTPBodyChunk? {
    do {
      return try await body.next()
    } catch {
      throw ProblemDocument.error(of: error)
    }
  }
}
