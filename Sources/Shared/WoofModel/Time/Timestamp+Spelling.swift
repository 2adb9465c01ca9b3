extension Timestamp {
  /// Reads a moment as people write one: a date, which begins at midnight of UTC, or a date and a time with its offset.
  ///
  /// Seconds and their fraction may be left out, of which milliseconds count: `2026-05-01`, `2026-05-01T10:00Z`,
  /// `2026-05-01T10:00:00Z`, `2026-05-01 12:00:00.25+02:00`. The result is `nil` for anything else, also for a time without
  /// an offset, as nobody could tell whose it is.
  public init?(spelling text: String) {
    var rest = text.utf8[...]
    guard let year = rest.takeNumber(digits: 4), rest.take("-"), let month = rest.takeNumber(digits: 2), rest.take("-"),
      let day = rest.takeNumber(digits: 2)
    else { return nil }
    guard !rest.isEmpty else {
      self.init(year: year, month: month, day: day, hour: 0, minute: 0, second: 0)
      return
    }
    guard rest.take("T") || rest.take(" "), let hour = rest.takeNumber(digits: 2), rest.take(":"),
      let minute = rest.takeNumber(digits: 2)
    else { return nil }
    var (second, millisecond) = (0, 0)
    if rest.take(":") {
      guard let seconds = rest.takeNumber(digits: 2) else { return nil }
      second = seconds
      if rest.take(".") {
        guard let fraction = rest.takeMilliseconds() else { return nil }
        millisecond = fraction
      }
    }
    guard let offset = rest.takeOffset(), rest.isEmpty,
      let moment = Timestamp(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second, millisecond: millisecond)
    else { return nil }
    self.init(milliseconds: moment.milliseconds - Int64(offset) * 60_000)
  }
}

extension Substring.UTF8View {
  fileprivate mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard let first, UInt32(first) == scalar.value else { return false }
    removeFirst()
    return true
  }

  fileprivate mutating func takeNumber(digits: Int) -> Int? {
    let text = prefix(digits)
    guard text.count == digits, text.allSatisfy(\.isDigit) else { return nil }
    removeFirst(digits)
    return Int(Substring(text))
  }

  /// Takes one to nine digits behind a point, of which the first three count.
  fileprivate mutating func takeMilliseconds() -> Int? {
    let digits = prefix(while: \.isDigit)
    guard (1...9).contains(digits.count) else { return nil }
    removeFirst(digits.count)
    return Int((String(Substring(digits)) + "00").prefix(3))
  }

  /// Takes `Z`, or an offset from UTC as `+02:00`, in minutes.
  fileprivate mutating func takeOffset() -> Int? {
    if take("Z") { return 0 }
    let isBehind = take("-")
    guard isBehind || take("+"), let hours = takeNumber(digits: 2), hours < 24, take(":"),
      let minutes = takeNumber(digits: 2), minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (isBehind ? -1 : 1)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
