// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
package import WoofSystem

/// A rule by which the body of a response may be compressed for clients that take that.
package enum HTTPCompression: Sendable {
  /// Only text, by its media type; compressed for each response.
  case byType
  /// Never: as it holds a secret beside what others have chosen, whose length would tell of it (BREACH), or as it has
  /// nothing that repeats.
  case never
  /// Whatever its media type is; compressed for each response.
  case always
  /// Whatever its media type is; compressed once, and kept.
  case kept(HTTPCompressedCopy)

  /// The rule for a body of that media type, of which no more is to be found out.
  func settled(for contentType: String) -> HTTPCompression {
    guard case .byType = self else { return self }
    return Self.isText(contentType) ? .always : .never
  }

  /// `true` if the value of a `Content-Type` names a kind of text, which compression makes smaller.
  static func isText(_ contentType: String) -> Bool {
    if contentType == "application/json" || contentType.hasPrefix("text/") { return true }
    let essence = contentType.prefix { $0 != ";" && $0 != " " }
    return essence == "application/json" || essence.hasSuffix("+json") || essence == "application/yaml"
      || essence == "image/svg+xml"
  }
}

/// The compressed form of bytes that are sent more than once, made when it is first asked for.
package final class HTTPCompressedCopy: Sendable {
  /// The time that is spent on compressing, which happens once.
  package let effort: GzipCompressor.Effort
  private let kept = Mutex(State.unknown)

  /// The stages of a copy.
  package enum State: Sendable {
    /// Nobody has tried to make it.
    case unknown
    /// There is none, as compressing saves nothing.
    case useless
    /// The copy.
    case known(HTTPBytes)
  }

  /// Makes the place for a copy.
  package init(_ effort: GzipCompressor.Effort = .moderate) { self.effort = effort }

  /// The stage that the copy has reached.
  package var state: State { kept.withLock { $0 } }

  /// Keeps the copy; `nil` where compressing saves nothing.
  package func keep(_ bytes: HTTPBytes?) { kept.withLock { $0 = bytes.map { .known($0) } ?? .useless } }
}
