/// What an upload may take (draft-ietf-httpbis-resumable-upload, `Upload-Limit`); what is not told is `nil`.
public struct UploadLimits: Hashable, Sendable {
  /// How many bytes a photo may have.
  public var maximumByteCount: Int64?
  /// How many bytes one request of an upload may have.
  public var maximumPartByteCount: Int64?

  /// Makes limits.
  public init(maximumByteCount: Int64? = nil, maximumPartByteCount: Int64? = nil) {
    self.maximumByteCount = maximumByteCount
    self.maximumPartByteCount = maximumPartByteCount
  }

  /// Reads the value of a field, a dictionary of integers (RFC 9651 §3.2); members that are none are left out.
  init(in field: String?) {
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
