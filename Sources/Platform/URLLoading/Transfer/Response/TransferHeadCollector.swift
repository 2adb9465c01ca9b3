/// Puts heads together from the lines that libcurl gives: any number of heads, then the fields after the content.
struct TransferHeadCollector {
  /// What a line brought.
  enum Event {
    case nothing
    /// A head is complete.
    case head(TransferHead)
    /// All heads and trailers together are larger than allowed.
    case tooLarge
  }

  /// The most bytes of all heads and trailers together. libcurl has a limit of its own, which is not much higher.
  static let maximumSize = 256 * 1024

  /// The fields after the content.
  private(set) var trailers: [(name: String, value: String)] = []

  private var head: TransferHead?
  private var size = 0

  /// Takes the next line, with its end.
  mutating func take(_ line: UnsafeRawBufferPointer) -> Event {  // lent for this call
    size += line.count
    guard size <= Self.maximumSize else { return .tooLarge }
    let line = Self.trimmed(line, keepsStart: true)
    if let next = Self.head(ofStatusLine: line) {
      head = next
      trailers = []
    } else if line.isEmpty {
      guard let complete = head else { return .nothing }
      head = nil
      return .head(complete)
    } else {
      addField(line)
    }
    return .nothing
  }

  private mutating func addField(_ line: UnsafeRawBufferPointer) {  // lent for this call
    if line[0] == UInt8(ascii: " ") || line[0] == UInt8(ascii: "\t") { return continueField(line) }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return }
    let name = UnsafeRawBufferPointer(rebasing: line[..<colon])
    let value = UnsafeRawBufferPointer(rebasing: line[(colon + 1)...])
    let field = (name: Self.text(Self.trimmed(name)), value: Self.text(Self.trimmed(value)))
    if head != nil { head?.headers.append(field) } else { trailers.append(field) }
  }

  /// RFC 9112, section 5.2: a line that begins with a space continues the one before it.
  private mutating func continueField(_ line: UnsafeRawBufferPointer) {  // lent for this call
    let more = " " + Self.text(Self.trimmed(line))
    if let last = head?.headers.indices.last {
      head?.headers[last].value += more
    } else if head == nil, let last = trailers.indices.last {
      trailers[last].value += more
    }
  }

  private static func head(ofStatusLine line: UnsafeRawBufferPointer) -> TransferHead? {  // lent for this call
    guard line.starts(with: "HTTP/".utf8), let space = line.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    let digits = line[(space + 1)...].prefix(3)
    guard digits.count == 3, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    let status = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    var head = TransferHead(status: status, version: version(line[5..<space]), headers: [])
    head.headers.reserveCapacity(8)
    return head
  }

  private static func version(_ digits: Slice<UnsafeRawBufferPointer>) -> TransferHTTPVersion {  // lent for this call
    switch digits.first {
    case UInt8(ascii: "2"): .http2
    case UInt8(ascii: "3"): .http3
    default: digits.last == UInt8(ascii: "0") ? .http10 : .http11
    }
  }

  /// The bytes without the white space around them, or after them only.
  private static func trimmed(
    _ bytes: UnsafeRawBufferPointer,  // lent for this call
    keepsStart: Bool = false
  ) -> UnsafeRawBufferPointer {
    var (start, end) = (0, bytes.count)
    while end > start, isSpace(bytes[end - 1]) { end -= 1 }
    while !keepsStart, start < end, isSpace(bytes[start]) { start += 1 }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n")
  }

  /// UTF-8, or ISO 8859-1 where it cannot be that.
  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {  // lent for this call
    // The check for what nearly always is there costs less than the general one.
    guard !bytes.allSatisfy({ $0 < 0x80 }) else { return String(decoding: bytes, as: UTF8.self) }
    return String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
