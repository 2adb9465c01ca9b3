/// Bytes that were set aside, and that nobody is served with.
public struct AdminQuarantined: Codable, Hashable, Sendable {
  /// Why bytes were set aside.
  public enum Cause: String, Codable, Sendable, CaseIterable {
    /// They were not those of their digest any more.
    case damage
    /// A transformer could not get through the picture.
    case picture
  }

  /// The digest they are known by.
  public var digest: Digest
  /// Why they were set aside.
  public var cause: Cause
  /// How many they are.
  public var byteCount: Int64
  /// When they were set aside.
  public var quarantinedAt: Timestamp
  /// What happened, as it was noted then, and whether the right bytes of a damaged blob are back; absent where nothing was.
  public var note: String?

  /// Makes a description.
  public init(digest: Digest, cause: Cause, byteCount: Int64, quarantinedAt: Timestamp, note: String? = nil) {
    self.digest = digest
    self.cause = cause
    self.byteCount = byteCount
    self.quarantinedAt = quarantinedAt
    self.note = note
  }
}
