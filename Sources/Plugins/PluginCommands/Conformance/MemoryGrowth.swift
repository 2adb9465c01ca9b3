/// A growth of a process's memory over its life.
struct MemoryGrowth: Equatable {
  /// The growth in bytes up to which there is no finding, as any allocator needs more at one time than at another.
  private static let tolerance: UInt64 = 1 << 20

  /// The most memory in bytes in the second quarter of its life; in the first, libraries take the memory that they
  /// keep.
  let early: UInt64
  /// The least that it had in the last quarter, in bytes.
  let late: UInt64

  /// Looks for growth by more than a tenth; `nil` where there is none.
  ///
  /// - Parameter memory: The memory of the process in bytes, measured at even distances.
  init?(_ memory: [UInt64]) {
    let quarter = max(1, memory.count / 4)
    early = memory.dropFirst(quarter).prefix(quarter).max() ?? 0
    late = memory.suffix(quarter).min() ?? 0
    guard early > 0, late > early, late - early > max(early / 10, Self.tolerance) else { return nil }
  }
}
