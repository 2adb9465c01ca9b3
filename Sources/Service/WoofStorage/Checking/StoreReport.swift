/// What a check has found.
public struct StoreReport: Hashable, Sendable {
  /// The depth of the check. The report says nothing of what a deeper check would have looked at.
  public let depth: StoreCheck.Depth
  /// What is wrong; of what breaks the same promise, the first so many.
  public internal(set) var findings: [StoreCheck.Finding] = []
  /// How many findings were not kept.
  public internal(set) var omittedCount = 0
  /// How many blobs were looked at.
  public internal(set) var blobCount = 0
  /// How many bytes they have.
  public internal(set) var blobByteCount: Int64 = 0
  /// How many files among the blobs no photo needs. They are no finding: beside a running service, uploads that are not
  /// recorded yet are among them, and the service removes what is left over once a day.
  public internal(set) var orphanCount = 0
  /// Blobs that were moved aside because they were damaged.
  public internal(set) var quarantined: [String] = []

  /// How many findings of each rule were kept.
  private var counts: [String: Int] = [:]

  /// A report of a check that has found nothing yet.
  init(depth: StoreCheck.Depth) { self.depth = depth }

  /// `true` if the check found nothing wrong, as far as its ``depth`` goes.
  public var isSound: Bool { findings.isEmpty }

  /// Notes something wrong, unless much of the kind is noted already.
  mutating func note(_ finding: StoreCheck.Finding, limit: Int) {
    guard counts[finding.rule, default: 0] < limit else {
      omittedCount += 1
      return
    }
    counts[finding.rule, default: 0] += 1
    findings.append(finding)
  }
}
