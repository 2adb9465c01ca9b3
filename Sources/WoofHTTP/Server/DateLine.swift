import Glibc

/// The `Date` field of answers (RFC 9110 §6.6.1), made once a second.
struct DateLine {
  private var second = Int64.min
  private var line: [UInt8] = []

  /// The line for a time, given in seconds since 1970, with its end.
  mutating func bytes(at time: Int64) -> [UInt8] {
    if time != second {
      second = time
      line = Self.make(time)
    }
    return line
  }

  /// Writes an IMF-fixdate (RFC 9110 §5.6.7).
  private static func make(_ time: Int64) -> [UInt8] {
    var moment = time_t(time)
    var date = tm()
    gmtime_r(&moment, &date)
    let day = "\(weekdays[Int(date.tm_wday)]), \(two(date.tm_mday)) \(months[Int(date.tm_mon)]) \(date.tm_year + 1900)"
    return Array("Date: \(day) \(two(date.tm_hour)):\(two(date.tm_min)):\(two(date.tm_sec)) GMT\r\n".utf8)
  }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
