extension AdminJob {
  /// Something wrong that a job found, though it did what it was asked for.
  public enum Finding: String, Codable, Hashable, Sendable, CaseIterable {
    /// A check found that what is stored is not sound.
    case damage
    /// A backup lacks blobs that were missing or damaged when it was made, or a restored backup does.
    case incomplete
    /// Nothing could be derived from some photos.
    case failures

    /// Reads a finding from what came of a job; `nil` where nothing is wrong.
    public init?(in result: JSONValue?) {
      guard case .object(let members)? = result else { return nil }
      if members["isSound"] == .bool(false) {
        self = .damage
      } else if case .array(let missing)? = members["missingBlobs"], !missing.isEmpty {
        self = .incomplete
      } else if case .integer(let count)? = members["failedCount"], count > 0 {
        self = .failures
      } else {
        return nil
      }
    }
  }
}
