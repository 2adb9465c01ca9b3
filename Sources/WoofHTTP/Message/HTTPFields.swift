/// The fields of a message in their order, kept in the form they have on the wire (`Name: value\r\n`), so that writing
/// them is one copy and reading them makes no strings until somebody asks.
public struct HTTPFields: Sendable {
  /// The fields as HTTP/1.1 writes them, each with its line end.
  public private(set) var wireBytes: [UInt8] = []
  private var entries: [Entry] = []

  private struct Entry: Sendable {
    var nameStart: UInt32
    var nameCount: UInt32
    var valueStart: UInt32
    var valueCount: UInt32

    var name: Range<Int> { Int(nameStart)..<Int(nameStart + nameCount) }
    var value: Range<Int> { Int(valueStart)..<Int(valueStart + valueCount) }
  }

  /// Makes an empty list.
  public init() {}

  /// Makes a list of names and values.
  public init(_ fields: KeyValuePairs<HTTPFieldName, String>) {
    for (name, value) in fields { append(name, value) }
  }

  /// How many fields there are.
  public var count: Int { entries.count }

  /// Whether there are none.
  public var isEmpty: Bool { entries.isEmpty }

  /// Makes room for fields of so many bytes in all.
  public mutating func reserveCapacity(bytes: Int, fields: Int) {
    wireBytes.reserveCapacity(bytes)
    entries.reserveCapacity(fields)
  }

  /// Appends a field. Bytes that a value must not hold (controls but for the tab, RFC 9110 §5.5) become spaces, so that
  /// no value can end its line.
  public mutating func append(_ name: HTTPFieldName, _ value: some StringProtocol) {
    append(name, utf8: value.utf8)
  }

  /// Appends a field whose value is given as bytes; see ``append(_:_:)``.
  public mutating func append(_ name: HTTPFieldName, utf8 value: some Collection<UInt8>) {
    let nameStart = wireBytes.count
    wireBytes.append(contentsOf: name.text.utf8)
    let nameCount = wireBytes.count - nameStart
    wireBytes.append(UInt8(ascii: ":"))
    wireBytes.append(UInt8(ascii: " "))
    let valueStart = wireBytes.count
    wireBytes.append(contentsOf: value)
    for index in valueStart..<wireBytes.count where wireBytes[index] < 0x20 || wireBytes[index] == 0x7F {
      if wireBytes[index] != UInt8(ascii: "\t") { wireBytes[index] = UInt8(ascii: " ") }
    }
    record(nameStart: nameStart, nameCount: nameCount, valueStart: valueStart, valueCount: wireBytes.count - valueStart)
    wireBytes.append(UInt8(ascii: "\r"))
    wireBytes.append(UInt8(ascii: "\n"))
  }

  /// Appends all fields of another list, as they stand.
  public mutating func append(contentsOf other: HTTPFields) {
    let shift = UInt32(wireBytes.count)
    wireBytes.append(contentsOf: other.wireBytes)
    for var entry in other.entries {
      entry.nameStart += shift
      entry.valueStart += shift
      entries.append(entry)
    }
  }

  /// Takes over the lines of a field section that a parser has checked; each entry's ranges lie within `lines`.
  package init(checkedLines lines: [UInt8], entryCapacity: Int) {
    wireBytes = lines
    entries.reserveCapacity(entryCapacity)
  }

  /// Records where one checked line's name and value stand in ``wireBytes``.
  package mutating func record(nameStart: Int, nameCount: Int, valueStart: Int, valueCount: Int) {
    entries.append(
      Entry(
        nameStart: UInt32(nameStart), nameCount: UInt32(nameCount), valueStart: UInt32(valueStart),
        valueCount: UInt32(valueCount)))
  }

  /// The value of the first field of that name; `nil` where there is none.
  public subscript(name: HTTPFieldName) -> String? {
    bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of the value of the first field of that name; `nil` where there is none.
  public func bytes(of name: HTTPFieldName) -> ArraySlice<UInt8>? {
    firstIndex(of: name, from: 0).map { wireBytes[entries[$0].value] }
  }

  /// The values of all fields of that name, in their order.
  public func values(of name: HTTPFieldName) -> [String] {
    var values: [String] = []
    var index = firstIndex(of: name, from: 0)
    while let found = index {
      values.append(String(decoding: wireBytes[entries[found].value], as: UTF8.self))
      index = firstIndex(of: name, from: found + 1)
    }
    return values
  }

  /// How many fields of that name there are.
  public func count(of name: HTTPFieldName) -> Int {
    var count = 0
    var index = firstIndex(of: name, from: 0)
    while let found = index {
      count += 1
      index = firstIndex(of: name, from: found + 1)
    }
    return count
  }

  /// Whether there is a field of that name.
  public func contains(_ name: HTTPFieldName) -> Bool { firstIndex(of: name, from: 0) != nil }

  /// Calls `body` with the name and the value of each field, in their order.
  public func forEach(_ body: (_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) throws -> Void) rethrows {
    for entry in entries { try body(wireBytes[entry.name], wireBytes[entry.value]) }
  }

  private func firstIndex(of name: HTTPFieldName, from start: Int) -> Int? {
    let wanted = name.lowercased.utf8
    var index = start
    while index < entries.count {
      let entry = entries[index]
      if Int(entry.nameCount) == wanted.count, matches(entry, wanted) { return index }
      index += 1
    }
    return nil
  }

  private func matches(_ entry: Entry, _ lowercased: String.UTF8View) -> Bool {
    var position = Int(entry.nameStart)
    for byte in lowercased {
      let found = wireBytes[position]
      let lowered = found >= UInt8(ascii: "A") && found <= UInt8(ascii: "Z") ? found | 0x20 : found
      guard lowered == byte else { return false }
      position += 1
    }
    return true
  }
}
