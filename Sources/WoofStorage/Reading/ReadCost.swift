/// How much work a call gives a reader, as whoever waits beside it notices.
struct ReadCost: Hashable, Sendable {
  /// How many look-ups take as long.
  let units: Int

  /// One row, or a few.
  static let lookUp = ReadCost(units: 1)

  /// A page: about eight of its rows take as long as a look-up.
  static func page(_ rowCount: Int) -> ReadCost { ReadCost(units: 1 + rowCount / 8) }
}
