// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTP

extension HTTPFieldName {
  /// Names the token before the first event that a stream sends.
  static let lastChange = known("Woof-Last-Change")
  /// Asks nginx not to buffer an answer.
  static let accelBuffering = known("X-Accel-Buffering")
  /// Asks intermediaries not to buffer a message (draft-ietf-httpbis-incremental).
  static let incremental = known("Incremental")

  private static func known(_ text: String) -> HTTPFieldName {
    guard let name = HTTPFieldName(text) else { preconditionFailure("\(text) is no name of a field.") }
    return name
  }
}
