// SPDX-License-Identifier: Apache-2.0

/// A demand of a walker for the bytes that come next.
enum Demand: Equatable {
  /// A number of bytes, handed over at once.
  case field(Int)
  /// A number of bytes, handed over at once, or the end of the file.
  case fieldOrEnd(Int)
  /// A number of bytes, shown in the runs in which they come.
  case run(Int)
  /// A number of bytes that the walker does not need to see.
  case skip(Int)
  /// Bytes up to a place that the walker searches for.
  case search
  /// The end of the file, before which any bytes may come; they are shown as they come.
  case tail
  /// The end of the file.
  case end
}

/// The structure of one format as a state machine: it demands bytes, gets them, and returns the next demand.
///
/// It never sees how the bytes of a file were cut into runs, unless it demands runs.
protocol ImageWalker: Sendable {
  /// The demand for the first bytes of the file.
  var firstDemand: Demand { get }

  /// The part of the structure that the walker has reached, as in "the file ends inside …".
  var place: String { get }

  /// Takes the bytes of a field, or none where the demand was another and is met.
  ///
  /// - Parameter offset: The position of the first byte of the field.
  mutating func take(_ field: RawSpan, at offset: Int) throws(StructureFault) -> Demand

  /// Sees the next bytes of a run or of the tail.
  mutating func see(_ run: RawSpan, at offset: Int) throws(StructureFault)

  /// Looks for the place it searches. Returns the number of bytes up to it; `nil` if it lies beyond these bytes.
  mutating func search(_ run: RawSpan) -> Int?

  /// Takes the end of a file of `byteCount` bytes, which came where it was allowed.
  mutating func finish(byteCount: Int) throws(StructureFault) -> ImageReport
}

extension ImageWalker {
  mutating func see(_ run: RawSpan, at offset: Int) throws(StructureFault) {}
  mutating func search(_ run: RawSpan) -> Int? { nil }
}
