/// The `Date` field of answers (RFC 9110 §6.6.1), made once a second.
struct DateLine {
  private var second = Int64.min
  private var line: [UInt8] = []

  /// The line for a time, given in seconds since 1970, with its end.
  mutating func bytes(at time: Int64) -> [UInt8] {
    if time != second {
      second = time
      line = Array("Date: \(HTTPDate(secondsSince1970: time))\r\n".utf8)
    }
    return line
  }
}
