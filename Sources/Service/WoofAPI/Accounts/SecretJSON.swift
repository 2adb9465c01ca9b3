// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofCryptography
internal import WoofHTTP
internal import WoofModel

/// Reads a small JSON object (RFC 8259) that holds secrets, so that none of its texts is copied to memory that is not
/// overwritten.
struct SecretJSON {
  /// The value of a member.
  enum Value: Sendable {
    case text(WipedBytes)
    case texts([WipedBytes])
    case flag(Bool)
    case null
    /// A value that no member with secrets beside it may have: a number, an object, or an array of anything but texts.
    case other
  }

  private let bytes: UnsafeRawBufferPointer
  private var index = 0

  /// The members of the object that some bytes are; `nil` where they are none, or name a member twice.
  static func members(of bytes: WipedBytes) -> [String: Value]? {
    guard bytes.isUTF8 else { return nil }
    return bytes.withUnsafeBytes { bytes in
      var reader = SecretJSON(bytes: bytes)
      guard let members = reader.object(), reader.peek() == nil else { return nil }
      return members
    }
  }

  private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  // MARK: Values

  private mutating func object() -> [String: Value]? {
    var members: [String: Value] = [:]
    guard take("{") else { return nil }
    if take("}") { return members }
    repeat {
      guard let name = text(), take(":"), let value = value() else { return nil }
      let key = name.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      guard members.updateValue(value, forKey: key) == nil else { return nil }
    } while take(",")
    return take("}") ? members : nil
  }

  private mutating func value() -> Value? {
    switch peek() {
    case UInt8(ascii: "\""): return text().map { .text($0) }
    case UInt8(ascii: "["):
      let start = index
      if let texts = texts() { return .texts(texts) }
      index = start
      return skipNested() ? .other : nil
    case UInt8(ascii: "{"): return skipNested() ? .other : nil
    default:
      let start = index
      while index < bytes.count, Self.isOfWord(bytes[index]) { index += 1 }
      let word = bytes[start..<index]
      if word.elementsEqual("true".utf8) { return .flag(true) }
      if word.elementsEqual("false".utf8) { return .flag(false) }
      if word.elementsEqual("null".utf8) { return .null }
      return word.isEmpty ? nil : .other
    }
  }

  /// The most texts of an array, each of which takes the room of all that follows it.
  private static let textLimit = 8

  /// The texts of an array; `nil` where it holds something else, or more than ``textLimit``.
  private mutating func texts() -> [WipedBytes]? {
    var texts: [WipedBytes] = []
    guard take("[") else { return nil }
    if take("]") { return texts }
    repeat {
      guard texts.count < Self.textLimit, let text = text() else { return nil }
      texts.append(text)
    } while take(",")
    return take("]") ? texts : nil
  }

  /// Passes an array or an object, of which nothing but its end is looked for.
  private mutating func skipNested() -> Bool {
    var depth = 0
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""): guard text() != nil else { return false }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        index += 1
        if depth == 0 { return true }
      default: index += 1
      }
    }
    return false
  }

  // MARK: Texts

  private mutating func text() -> WipedBytes? {
    guard take("\"") else { return nil }
    let text = WipedBytes(capacity: bytes.count - index)
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return text
      case UInt8(ascii: "\\"): guard escape(into: text) else { return nil }
      case 0..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escape(into text: WipedBytes) -> Bool {
    guard index < bytes.count else { return false }
    let byte = bytes[index]
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      guard let scalar = scalar(), let units = UTF8.encode(scalar) else { return false }
      for unit in units { text.append(unit) }
    default: return false
    }
    return true
  }

  /// The scalar of `\u` and its digits, or of a surrogate pair.
  private mutating func scalar() -> Unicode.Scalar? {
    guard let first = hexadecimal() else { return nil }
    guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
    guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
      return nil
    }
    index += 2
    guard let second = hexadecimal(), (0xDC00..<0xE000).contains(second) else { return nil }
    return Unicode.Scalar(0x10000 + ((first - 0xD800) << 10 | (second - 0xDC00)))
  }

  private mutating func hexadecimal() -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[index..<index + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    index += 4
    return value
  }

  // MARK: Bytes

  /// The next byte that is no white space; `nil` at the end.
  private mutating func peek() -> UInt8? {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    return index < bytes.count ? bytes[index] : nil
  }

  private mutating func take(_ wanted: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: wanted) else { return false }
    index += 1
    return true
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "E"): true
    default: false
    }
  }
}

/// The members of a JSON object in a request that holds passwords, which are overwritten when nobody needs them any more.
struct SecretMembers: Sendable {
  private static let byteLimit = 16 * 1024

  private let values: [String: SecretJSON.Value]

  /// Reads the object in a request's body.
  ///
  /// - Parameters:
  ///   - mediaTypes: The media types that it may have.
  ///   - names: The members that are known.
  /// - Throws: ``WoofModel/WoofError`` as ``JSONBody``, and `invalid-parameter` for a member that is unknown.
  static func read(
    from request: HTTPRequest, mediaTypes: [String] = ["application/json"], allowing names: [String]
  ) async throws -> SecretMembers {
    let check = try JSONBody.digestCheck(of: request, mediaTypes: mediaTypes)
    let bytes = try await collect(request.body)
    if let check {
      bytes.withUnsafeBytes { check.update($0.bytes) }
      try check.finish()
    }
    guard let values = SecretJSON.members(of: bytes) else { throw JSONBody.noObject }
    try JSONBody.requireKnown(values.keys, names)
    return SecretMembers(values: values)
  }

  private static func collect(_ body: any HTTPRequestBody) async throws -> WipedBytes {
    let bytes = WipedBytes(capacity: byteLimit)
    do throws(HTTPBodyError) {
      if let count = body.announcedCount, count > Int64(byteLimit) { throw .tooLarge(limit: Int64(byteLimit)) }
      while let chunk = try await body.next() {
        let fits = chunk.withBytes { span in span.withUnsafeBytes { bytes.append(contentsOf: $0) } }
        guard fits else { throw .tooLarge(limit: Int64(byteLimit)) }
      }
    } catch {
      throw ProblemDocument.error(of: error)
    }
    return bytes
  }

  /// A password among the members.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where it is missing or no text.
  func secret(_ name: String, _ purpose: String) throws(WoofError) -> WipedBytes {
    guard case .text(let text)? = values[name] else { throw RouteQuery.invalid(name, "The member must be \(purpose).") }
    return text
  }

  /// A text among the members that is no secret.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where it is missing or no text.
  func text(_ name: String, _ purpose: String) throws(WoofError) -> String {
    try secret(name, purpose).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// `true` or `false` among the members; `nil` where it is not there.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where it is something else.
  func flag(_ name: String) throws(WoofError) -> Bool? {
    switch values[name] {
    case nil: nil
    case .flag(let flag)?: flag
    default: throw RouteQuery.invalid(name, "The member must be true or false.")
    }
  }

  /// A password among the members that need not be there.
  ///
  /// - Returns: `nil` where it is not there; `.some(nil)` where it is `null`.
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where it is something else.
  func optionalSecret(_ name: String, _ purpose: String) throws(WoofError) -> WipedBytes?? {
    switch values[name] {
    case nil: nil
    case .null?: .some(nil)
    default: try secret(name, purpose)
    }
  }

  /// A text among the members that need not be there and is no secret; `nil` where it is not.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where it is something else.
  func optionalText(_ name: String, _ purpose: String) throws(WoofError) -> String? {
    values[name] == nil ? nil : try text(name, purpose)
  }

  /// Texts among the members that are no secrets; `nil` where they are not there.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where they are something else.
  func texts(_ name: String, _ purpose: String) throws(WoofError) -> [String]? {
    guard let value = values[name] else { return nil }
    guard case .texts(let texts) = value else { throw RouteQuery.invalid(name, "The member must be \(purpose).") }
    return texts.map { text in text.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
  }
}
