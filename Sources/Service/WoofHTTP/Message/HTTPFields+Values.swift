extension HTTPFields {
  /// Appends a field. Bytes that a value must not hold (controls but for the tab, RFC 9110 §5.5) become spaces, so that
  /// no value can end its line.
  public mutating func append(_ name: HTTPFieldName, _ value: some StringProtocol) {
    append(name, utf8: value.utf8)
  }

  /// Appends a field whose value is given as bytes; see ``append(_:_:)``.
  public mutating func append(_ name: HTTPFieldName, utf8 value: some Collection<UInt8>) {
    let isContiguous: Void? = value.withContiguousStorageIfAvailable { append(name, $0) }
    if isContiguous == nil { Array(value).withUnsafeBufferPointer { append(name, $0) } }
  }

  /// The value of the first field of that name; `nil` where there is none.
  public subscript(name: HTTPFieldName) -> String? {
    bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of the value of the first field of that name; `nil` where there is none.
  public func bytes(of name: HTTPFieldName) -> ArraySlice<UInt8>? {
    firstIndex(of: name).map { value(at: $0) }
  }

  /// The values of all fields of that name, in their order.
  public func values(of name: HTTPFieldName) -> [String] {
    var values: [String] = []
    forEachValue(of: name) { values.append(String(decoding: $0, as: UTF8.self)) }
    return values
  }

  /// The number of fields of that name.
  public func count(of name: HTTPFieldName) -> Int {
    var count = 0
    forEachValue(of: name) { _ in count += 1 }
    return count
  }

  /// Returns `true` if there is a field of that name.
  public func contains(_ name: HTTPFieldName) -> Bool { firstIndex(of: name) != nil }

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
  func replacing(_ name: HTTPFieldName, with value: [UInt8]) -> HTTPFields {
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
