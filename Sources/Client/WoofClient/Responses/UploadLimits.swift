// SPDX-License-Identifier: Apache-2.0

/// The limits on the size of an upload (draft-ietf-httpbis-resumable-upload, `Upload-Limit`); `nil` stands for a limit
/// that the service does not state.
public struct UploadLimits: Hashable, Sendable {
  /// The largest size of a photo, in bytes.
  public var maximumByteCount: Int64?
  /// The largest size of the content of one request of an upload, in bytes.
  public var maximumPartByteCount: Int64?

  /// Makes limits.
  public init(maximumByteCount: Int64? = nil, maximumPartByteCount: Int64? = nil) {
    self.maximumByteCount = maximumByteCount
    self.maximumPartByteCount = maximumPartByteCount
  }

  /// Reads the value of a field, a dictionary of integers (RFC 9651 §3.2); members that are none are left out.
  package init(in field: String?) {
    var values: [Substring: Int64] = [:]
    for member in field?.split(separator: ",") ?? [] {
      let parts = member.drop(while: \.isWhitespace).split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let value = Int64(parts[1].prefix { $0.isASCII && $0.isNumber }) else { continue }
      values[parts[0]] = value
    }
    maximumByteCount = values["max-size"]
    maximumPartByteCount = values["max-append-size"]
  }
}
