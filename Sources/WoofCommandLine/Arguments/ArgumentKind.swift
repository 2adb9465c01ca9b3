public import WoofConfiguration

/// A kind of value that an option may have.
public struct ArgumentKind<Value: Sendable>: Sendable {
  /// What the value is called in help, in capitals.
  public let placeholder: String
  /// Which values are allowed, where not all are.
  public let allowed: String?
  let parse: @Sendable (String) -> Value?

  /// Makes a kind.
  ///
  /// - Parameters:
  ///   - placeholder: What the value is called in help, in capitals.
  ///   - allowed: Which values are allowed, for help and errors.
  ///   - parse: Makes the value of its text; `nil` refuses the text.
  public init(_ placeholder: String, allowed: String? = nil, parse: @escaping @Sendable (String) -> Value?) {
    self.placeholder = placeholder
    self.allowed = allowed
    self.parse = parse
  }
}

extension ArgumentKind where Value == String {
  /// Any text, called so.
  public static func text(_ placeholder: String) -> Self { Self(placeholder) { $0 } }
}

extension ArgumentKind where Value == Int {
  /// A whole number.
  public static func integer(_ placeholder: String = "NUMBER", in range: ClosedRange<Int>) -> Self {
    Self(placeholder, allowed: "\(range.lowerBound) … \(range.upperBound)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension ArgumentKind where Value == Duration {
  /// A length of time, as `250ms`, `15s` or `5m`.
  public static func duration(_ placeholder: String = "TIME", in range: ClosedRange<Duration>) -> Self {
    Self(placeholder, allowed: "\(range.lowerBound.spelling) … \(range.upperBound.spelling)") { text in
      Duration(spelling: text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension ArgumentKind where Value == ByteCount {
  /// A number of bytes, as `4096`, `50MB` or `1GiB`.
  public static func byteCount(_ placeholder: String = "SIZE", in range: ClosedRange<ByteCount>) -> Self {
    Self(placeholder, allowed: "\(range.lowerBound) … \(range.upperBound)") { text in
      ByteCount(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension ArgumentKind where Value: CaseIterable & RawRepresentable<String> {
  /// One of the words that an enumeration's cases are.
  public static func choice(_ placeholder: String = "WORD", of type: Value.Type = Value.self) -> Self {
    Self(placeholder, allowed: type.allCases.map(\.rawValue).joined(separator: ", ")) { Value(rawValue: $0) }
  }
}
