/// What a walker wants of the bytes that come next.
enum Demand: Equatable {
  /// So many bytes, handed over at once.
  case field(Int)
  /// So many bytes handed over at once, or the end of the file.
  case fieldOrEnd(Int)
  /// So many bytes, shown in whatever runs they come.
  case run(Int)
  /// So many bytes that need not be looked at.
  case skip(Int)
  /// Bytes up to a place that the walker finds by looking.
  case search
  /// The end of the file, before which any bytes may come; they are shown as they come.
  case tail
  /// The end of the file.
  case end
}

/// The structure of one format as a state machine: it says which bytes it wants next, gets them, and says so again.
///
/// It never sees how the bytes of a file were cut into runs, except where it asks to.
protocol ImageWalker: Sendable {
  /// What it wants first.
  var firstDemand: Demand { get }

  /// Where in the structure it stands, as in "the file ends inside …".
  var place: String { get }

  /// Takes the bytes of a field, or none where the demand was another and is met.
  ///
  /// - Parameter offset: The position of the first byte of the field.
  mutating func take(_ field: RawSpan, at offset: Int) throws(StructureFault) -> Demand

  /// Sees the next bytes of a run or of the tail.
  mutating func see(_ run: RawSpan, at offset: Int) throws(StructureFault)

  /// Looks for the place it searches; says how many bytes there are up to it, or nothing where it lies beyond these.
  mutating func search(_ run: RawSpan) -> Int?

  /// Takes the end of a file of `byteCount` bytes, which came where it was allowed.
  mutating func finish(byteCount: Int) throws(StructureFault) -> ImageReport
}

extension ImageWalker {
  mutating func see(_ run: RawSpan, at offset: Int) throws(StructureFault) {}
  mutating func search(_ run: RawSpan) -> Int? { nil }
}
