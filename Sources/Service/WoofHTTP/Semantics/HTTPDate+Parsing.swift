extension HTTPDate {
  /// Reads a date in any of the three forms that are accepted: `Sun, 06 Nov 1994 08:49:37 GMT`, and the obsolete
  /// `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`. `nil` where the bytes are none of them.
  ///
  /// The day of the week has to be one, but is not compared with the date. A leap second is the first second of the
  /// next minute.
  ///
  /// - Parameter reference: what a year of two digits is read by: it is at most 50 years after the year of the
  ///   reference. The time of reading or, which is never later, that of the last modification.
  public init?(parsing bytes: ArraySlice<UInt8>, relativeTo reference: HTTPDate) {
    var parser = Parser(scanner: FieldValueScanner(bytes), reference: reference)
    guard let date = parser.date(), parser.scanner.isAtEnd else { return nil }
    self = date
  }

  private struct Parser {
    var scanner: FieldValueScanner
    let reference: HTTPDate

    mutating func date() -> HTTPDate? {
      let day = scanner.takeWhile { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "z") }
      if dayNames.contains(where: { day.elementsEqual($0.prefix(3).utf8) }) {
        return scanner.take(",") ? fixedDate() : asctimeDate()
      }
      guard dayNames.contains(where: { day.elementsEqual($0.utf8) }), scanner.take(",") else { return nil }
      return rfc850Date()
    }

    private mutating func fixedDate() -> HTTPDate? {
      guard scanner.take(" "), let day = number(2), scanner.take(" "), let month = month(), scanner.take(" "),
        let year = number(4), scanner.take(" "), let second = time(), takeZone()
      else { return nil }
      return assemble(CivilDate(year: year, month: month, day: day), second)
    }

    private mutating func rfc850Date() -> HTTPDate? {
      guard scanner.take(" "), let day = number(2), scanner.take("-"), let month = month(), scanner.take("-"),
        let yearOfCentury = number(2), scanner.take(" "), let second = time(), takeZone()
      else { return nil }
      let latestYear = CivilDate(daysSince1970: floorDivide(reference.secondsSince1970, 86_400)).year + 50
      let year = latestYear - (latestYear - yearOfCentury) % 100
      return assemble(CivilDate(year: year, month: month, day: day), second)
    }

    private mutating func asctimeDate() -> HTTPDate? {
      guard scanner.take(" "), let month = month(), scanner.take(" "),
        let day = scanner.take(" ") ? number(1) : number(2),
        scanner.take(" "), let second = time(), scanner.take(" "), let year = number(4)
      else { return nil }
      return assemble(CivilDate(year: year, month: month, day: day), second)
    }

    private mutating func number(_ digitCount: Int) -> Int? {
      var number = 0
      for _ in 0..<digitCount {
        guard let byte = scanner.next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
        scanner.index += 1
      }
      return number
    }

    private mutating func month() -> Int? {
      let rest = scanner.bytes[scanner.index...].prefix(3)
      guard let index = monthNames.firstIndex(where: { rest.elementsEqual($0.utf8) }) else { return nil }
      scanner.index += 3
      return index + 1
    }

    private mutating func time() -> Int? {
      guard let hour = number(2), hour < 24, scanner.take(":"), let minute = number(2), minute < 60, scanner.take(":"),
        let second = number(2), second <= 60
      else { return nil }
      return hour * 3_600 + minute * 60 + second
    }

    private mutating func takeZone() -> Bool {
      scanner.take(" ") && scanner.take("G") && scanner.take("M") && scanner.take("T")
    }

    private func assemble(_ date: CivilDate, _ second: Int) -> HTTPDate? {
      guard date.exists, date.year > 0 else { return nil }
      return HTTPDate(secondsSince1970: date.daysSince1970 * 86_400 + Int64(second))
    }
  }
}
