/// That a process has more and more memory.
struct MemoryGrowth: Equatable {
  /// Less is what any allocator needs more at one time than at another, in bytes.
  private static let tolerance: UInt64 = 1 << 20

  /// The most that it had in the second quarter of its life, in bytes: in the first, libraries take what they keep.
  let early: UInt64
  /// The least that it had in the last quarter, in bytes.
  let late: UInt64

  /// Looks for growth by more than a tenth; `nil` where there is none.
  ///
  /// - Parameter memory: What the process had, in bytes, at even distances.
  init?(_ memory: [UInt64]) {
    let quarter = max(1, memory.count / 4)
    early = memory.dropFirst(quarter).prefix(quarter).max() ?? 0
    late = memory.suffix(quarter).min() ?? 0
    guard early > 0, late > early, late - early > max(early / 10, Self.tolerance) else { return nil }
  }
}
