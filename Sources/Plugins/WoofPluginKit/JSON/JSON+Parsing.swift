// SPDX-License-Identifier: Apache-2.0

extension JSON {
  /// A fault because of which a text is not JSON.
  public struct Fault: Error, Hashable, Sendable {
    /// The fault in words, as in "a value is expected".
    public let reason: String
    /// The position of the byte where it is.
    public let offset: Int
  }

  /// Reads a text in UTF-8 that is one value, strictly as RFC 8259 has it, and nested no deeper than 32.
  ///
  /// - Throws: ``Fault`` where it is anything else.
  public init(parsing text: RawSpan) throws(Fault) {
    var parser = JSONParser(bytes: text.withUnsafeBytes { [UInt8]($0) })
    self = try parser.document()
  }
}
