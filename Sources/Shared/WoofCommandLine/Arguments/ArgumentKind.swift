public import WoofConfiguration

/// A kind of value that an option may have.
public struct ArgumentKind<Value: Sendable>: Sendable {
  /// What the value is called in help, in capitals.
  public let placeholder: String
  /// Which values are allowed, where not all are.
  public let allowed: String?
  /// What a shell offers where such a value is typed.
  public let completion: ValueCompletion
  let parse: @Sendable (String) -> Value?

  /// Makes a kind.
  ///
  /// - Parameters:
  ///   - placeholder: What the value is called in help, in capitals.
  ///   - allowed: Which values are allowed, for help and errors.
  ///   - completion: What a shell offers; nothing by default.
  ///   - parse: Makes the value of its text; `nil` refuses the text.
  public init(
    _ placeholder: String, allowed: String? = nil, completion: ValueCompletion = .nothing,
    parse: @escaping @Sendable (String) -> Value?
  ) {
    self.placeholder = placeholder
    self.allowed = allowed
    self.completion = completion
    self.parse = parse
  }
}

extension ArgumentKind where Value == String {
  /// Any text, called so.
  public static func text(_ placeholder: String) -> Self { Self(placeholder) { $0 } }

  /// The path of a file.
  public static func file(_ placeholder: String = "FILE") -> Self { Self(placeholder, completion: .files) { $0 } }

  /// The path of a folder.
  public static func folder(_ placeholder: String = "FOLDER") -> Self { Self(placeholder, completion: .folders) { $0 } }
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
    let words = type.allCases.map(\.rawValue)
    return Self(placeholder, allowed: words.joined(separator: ", "), completion: .words(words)) { Value(rawValue: $0) }
  }
}

/// What a shell offers where a value is typed.
public enum ValueCompletion: Hashable, Sendable {
  /// Nothing.
  case nothing
  /// Files and folders.
  case files
  /// Folders.
  case folders
  /// These words.
  case words([String])
  /// What only the program itself can find out while it runs, by a name that it knows: a shell's script offers nothing.
  case named(String)
}
