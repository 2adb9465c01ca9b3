// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTPSemantics

/// The fields of a message in their order, kept in the form they have on the wire (`Name: value\r\n`), so that writing
/// them is one copy and reading them makes no strings until somebody asks.
package struct HTTPFields: Sendable {
  /// The fields as HTTP/1.1 writes them, each with its line end.
  package private(set) var wireBytes: [UInt8] = []
  private var entries: [Entry] = []
  private var keys = HTTPFieldKeySet()

  /// The position of one field in ``wireBytes``.
  struct Entry: Sendable {
    /// The key of the name, which a look-up compares before the name itself.
    let key: HTTPFieldKey
    private var nameStart: UInt32
    private let nameCount: UInt32
    private var valueStart: UInt32
    private var valueCount: UInt32

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

    /// Counts bytes that were added at the end of the value.
    mutating func extendValue(by count: UInt32) { valueCount += count }

    /// The entry of the same field in a list where it stands so many bytes later.
    func shifted(by count: UInt32) -> Entry {
      var entry = self
      entry.nameStart += count
      entry.valueStart += count
      return entry
    }
  }

  /// Makes an empty list.
  package init() {}

  /// Makes a list of names and values.
  package init(_ fields: KeyValuePairs<HTTPFieldName, String>) {
    for (name, value) in fields { append(name, value) }
  }

  /// Takes over the lines of a field section that a parser has checked, and where their names and values stand.
  init(checkedLines lines: [UInt8], entries: [Entry], keys: HTTPFieldKeySet) {
    wireBytes = lines
    self.entries = entries
    self.keys = keys
  }

  /// The number of fields.
  package var count: Int { entries.count }

  /// `true` if there are no fields.
  package var isEmpty: Bool { entries.isEmpty }

  /// Makes room for fields of so many bytes in all.
  package mutating func reserveCapacity(bytes: Int, fields: Int) {
    wireBytes.reserveCapacity(bytes)
    entries.reserveCapacity(fields)
  }

  /// Appends all fields of another list, as they stand. Where this list is empty, it shares the other's storage.
  package mutating func append(contentsOf other: HTTPFields) {
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

  /// Room that is made at the first field, enough for most responses, so that appending a few fields allocates twice.
  private static var usualByteCount: Int { 208 }
  private static var usualFieldCount: Int { 6 }

  /// Adds an element to the list that a field holds, at the end of its first value; the field is made where there is none.
  /// Nothing is added to a list that has the element, letters of either case taken as the same, or that is `*`.
  ///
  /// - Parameter element: A token (RFC 9110 §5.6.2).
  package mutating func addElement(_ element: String, to name: HTTPFieldName) {
    guard let index = firstIndex(of: name) else { return append(name, element) }
    let place = entries[index].value
    let isEverything = place.count == 1 && wireBytes[place.lowerBound] == UInt8(ascii: "*")
    guard !isEverything, !lists(element.lowercased(), in: name) else { return }
    let addition = Array((place.isEmpty ? element : ", \(element)").utf8)
    wireBytes.insert(contentsOf: addition, at: place.upperBound)
    let count = UInt32(addition.count)
    entries[index].extendValue(by: count)
    for later in entries.indices.dropFirst(index + 1) { entries[later] = entries[later].shifted(by: count) }
  }

  /// Returns `true` if fields of that name, which hold lists, have an element, in lower case, that is all of a token.
  func lists(_ lowercased: String, in name: HTTPFieldName) -> Bool {
    var isListed = false
    forEachValue(of: name) { value in
      // Most are too short.
      guard !isListed, value.count >= lowercased.utf8.count else { return }
      var scanner = FieldValueScanner(value)
      scanner.skipEmptyElements()
      while !isListed, !scanner.isAtEnd {
        let element = scanner.takeWhile { $0 != UInt8(ascii: ",") }
        guard let end = element.lastIndex(where: { !HTTPToken.isWhitespace($0) }) else { return }
        isListed = element[...end].matches(lowercased)
        scanner.skipEmptyElements()
      }
    }
    return isListed
  }

  /// Calls `body` with the name and the value of each field, in their order.
  package func forEach(_ body: (_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) throws -> Void) rethrows {
    for entry in entries { try body(wireBytes[entry.name], wireBytes[entry.value]) }
  }

  /// Calls `body` with the ranges of the name and the value of each field in ``wireBytes``, in their order.
  func forEachRange(_ body: (_ name: Range<Int>, _ value: Range<Int>) -> Void) {
    for entry in entries { body(entry.name, entry.value) }
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

extension HTTPFields {
  /// Appends a field. Bytes that a value must not hold (controls but for the tab, RFC 9110 §5.5) become spaces, so that
  /// no value can end its line.
  package mutating func append(_ name: HTTPFieldName, _ value: some StringProtocol) {
    append(name, utf8: value.utf8)
  }

  /// Appends a field whose value is given as bytes; see ``append(_:_:)``.
  package mutating func append(_ name: HTTPFieldName, utf8 value: some Collection<UInt8>) {
    let isContiguous: Void? = value.withContiguousStorageIfAvailable { append(name, $0) }
    if isContiguous == nil { Array(value).withUnsafeBufferPointer { append(name, $0) } }
  }

  /// The value of the first field of that name; `nil` where there is none.
  package subscript(name: HTTPFieldName) -> String? {
    bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of the value of the first field of that name; `nil` where there is none.
  package func bytes(of name: HTTPFieldName) -> ArraySlice<UInt8>? {
    firstIndex(of: name).map { value(at: $0) }
  }

  /// The values of all fields of that name, in their order.
  package func values(of name: HTTPFieldName) -> [String] {
    var values: [String] = []
    forEachValue(of: name) { values.append(String(decoding: $0, as: UTF8.self)) }
    return values
  }

  /// The number of fields of that name.
  package func count(of name: HTTPFieldName) -> Int {
    var count = 0
    forEachValue(of: name) { _ in count += 1 }
    return count
  }

  /// Returns `true` if there is a field of that name.
  package func contains(_ name: HTTPFieldName) -> Bool { firstIndex(of: name) != nil }

  /// Calls `body` with the value of each field of that name, in their order.
  package func forEachValue<Failure: Error>(
    of name: HTTPFieldName, _ body: (ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    var index = firstIndex(of: name)
    while let found = index {
      try body(value(at: found))
      index = firstIndex(of: name, from: found + 1)
    }
  }

  /// The same fields, with one field of that name in the place of whatever there was of it.
  package func replacing(_ name: HTTPFieldName, with value: [UInt8]) -> HTTPFields {
    var fields = HTTPFields()
    fields.append(name, utf8: value)
    fields.append(contentsOf: filter { !$0.matches(name.lowercased) })
    return fields
  }

  /// The fields whose name the condition holds of, in their order.
  func filter(_ isIncluded: (_ name: ArraySlice<UInt8>) -> Bool) -> HTTPFields {
    var fields = HTTPFields()
    forEach { name, value in
      guard isIncluded(name) else { return }
      name.withUnsafeBufferPointer { nameBytes in
        let key = HTTPFieldKey(count: nameBytes.count) { nameBytes[$0] }
        value.withUnsafeBufferPointer { fields.appendChecked(name: nameBytes, key: key, value: $0) }
      }
    }
    return fields
  }

  private mutating func append(_ name: HTTPFieldName, _ value: UnsafeBufferPointer<UInt8>) {  // lent for this call
    guard value.span.bytes.firstControlOffset(in: 0..<value.count) == nil else {
      let cleaned = value.map { $0 < 0x20 && $0 != UInt8(ascii: "\t") || $0 == 0x7F ? UInt8(ascii: " ") : $0 }
      return cleaned.withUnsafeBufferPointer { append(name, $0) }
    }
    var text = name.text
    text.withUTF8 { appendChecked(name: $0, key: name.key, value: value) }
  }
}
