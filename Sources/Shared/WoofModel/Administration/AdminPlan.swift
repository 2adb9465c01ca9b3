/// What a request would do, asked for with `plan=true`; nothing has been changed.
public struct AdminPlan: Codable, Hashable, Sendable {
  /// What would be done, in a sentence without its full stop.
  public var summary: String
  /// How many photos it is about; 0 where that is not known.
  public var photoCount: Int
  /// How many accounts it is about.
  public var accountCount: Int
  /// How many bytes would be gone.
  public var byteCount: Int64
  /// Whether it can be taken back; also where it changes nothing of what is there.
  public var isReversible: Bool
  /// Until when it can be taken back; absent where that does not end, or where it cannot be.
  public var reversibleUntil: Timestamp?

  /// Makes a plan.
  public init(
    summary: String, photoCount: Int = 0, accountCount: Int = 0, byteCount: Int64 = 0, isReversible: Bool = true,
    reversibleUntil: Timestamp? = nil
  ) {
    self.summary = summary
    self.photoCount = photoCount
    self.accountCount = accountCount
    self.byteCount = byteCount
    self.isReversible = isReversible
    self.reversibleUntil = reversibleUntil
  }
}
