/// The fields of a message in their order, kept in the form they have on the wire (`Name: value\r\n`), so that writing
/// them is one copy and reading them makes no strings until somebody asks.
public struct HTTPFields: Sendable {
  /// The fields as HTTP/1.1 writes them, each with its line end.
  public private(set) var wireBytes: [UInt8] = []
  private var entries: [Entry] = []
  private var keys = HTTPFieldKeySet()

  /// The position of one field in ``wireBytes``.
  struct Entry: Sendable {
    /// The key of the name, which a look-up compares before the name itself.
    let key: HTTPFieldKey
    private var nameStart: UInt32
    private let nameCount: UInt32
    private var valueStart: UInt32
    private let valueCount: UInt32

    /// Records where a name and a value stand.
    init(key: HTTPFieldKey, name: Range<Int>, value: Range<Int>) {
      self.key = key
      nameStart = UInt32(name.lowerBound)
      nameCount = UInt32(name.count)
      valueStart = UInt32(value.lowerBound)
      valueCount = UInt32(value.count)
    }

    /// The range of the name.
    var name: Range<Int> { Int(nameStart)..<Int(nameStart + nameCount) }
    /// The range of the value.
    var value: Range<Int> { Int(valueStart)..<Int(valueStart + valueCount) }

    /// The entry of the same field in a list where it stands so many bytes later.
    func shifted(by count: UInt32) -> Entry {
      var entry = self
      entry.nameStart += count
      entry.valueStart += count
      return entry
    }
  }

  /// Makes an empty list.
  public init() {}

  /// Makes a list of names and values.
  public init(_ fields: KeyValuePairs<HTTPFieldName, String>) {
    for (name, value) in fields { append(name, value) }
  }

  /// Takes over the lines of a field section that a parser has checked, and where their names and values stand.
  init(checkedLines lines: [UInt8], entries: [Entry], keys: HTTPFieldKeySet) {
    wireBytes = lines
    self.entries = entries
    self.keys = keys
  }

  /// The number of fields.
  public var count: Int { entries.count }

  /// `true` if there are no fields.
  public var isEmpty: Bool { entries.isEmpty }

  /// Makes room for fields of so many bytes in all.
  public mutating func reserveCapacity(bytes: Int, fields: Int) {
    wireBytes.reserveCapacity(bytes)
    entries.reserveCapacity(fields)
  }

  /// Appends all fields of another list, as they stand. Where this list is empty, it shares the other's storage.
  public mutating func append(contentsOf other: HTTPFields) {
    guard !isEmpty else { return self = other }
    let shift = UInt32(wireBytes.count)
    wireBytes.append(contentsOf: other.wireBytes)
    entries.append(contentsOf: other.entries.lazy.map { $0.shifted(by: shift) })
    keys.formUnion(other.keys)
  }

  /// Appends a field whose name is a token and whose value holds no byte that it must not hold.
  mutating func appendChecked(
    name: UnsafeBufferPointer<UInt8>,  // lent by the caller for this call
    key: HTTPFieldKey,
    value: UnsafeBufferPointer<UInt8>  // lent by the caller for this call
  ) {
    if isEmpty { reserveCapacity(bytes: Self.usualByteCount, fields: Self.usualFieldCount) }
    let nameStart = wireBytes.count
    let valueStart = nameStart + name.count + 2
    wireBytes.append(contentsOf: name)
    wireBytes.append(UInt8(ascii: ":"))
    wireBytes.append(UInt8(ascii: " "))
    wireBytes.append(contentsOf: value)
    wireBytes.append(UInt8(ascii: "\r"))
    wireBytes.append(UInt8(ascii: "\n"))
    entries.append(
      Entry(
        key: key, name: nameStart..<nameStart + name.count, value: valueStart..<valueStart + value.count))
    keys.insert(key)
  }

  /// Room that is made at the first field, enough for most answers, so that appending a few fields allocates twice.
  private static var usualByteCount: Int { 208 }
  private static var usualFieldCount: Int { 6 }

  /// Calls `body` with the name and the value of each field, in their order.
  public func forEach(_ body: (_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) throws -> Void) rethrows {
    for entry in entries { try body(wireBytes[entry.name], wireBytes[entry.value]) }
  }

  /// Returns `true` if none of the names is in the list, which takes one step to find out; `false` says nothing.
  func certainlyLacks(_ names: HTTPFieldKeySet) -> Bool { !keys.mayIntersect(names) }

  /// The index of the first field of that name, from `start` on; `nil` if there is none.
  func firstIndex(of name: HTTPFieldName, from start: Int = 0) -> Int? {
    guard keys.mayContain(name.key) else { return nil }
    var index = start
    while index < entries.count {
      if entries[index].key == name.key, matches(entries[index], name.lowercased) { return index }
      index += 1
    }
    return nil
  }

  /// The value at an index that ``firstIndex(of:from:)`` gave.
  func value(at index: Int) -> ArraySlice<UInt8> { wireBytes[entries[index].value] }

  private func matches(_ entry: Entry, _ lowercased: String) -> Bool {
    let wanted = lowercased.utf8Span.span
    let found = wireBytes.span.extracting(entry.name)
    guard found.count == wanted.count else { return false }
    for index in wanted.indices where HTTPToken.lowercased(found[index]) != wanted[index] { return false }
    return true
  }
}
