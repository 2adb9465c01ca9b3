// SPDX-License-Identifier: Apache-2.0

package import WoofConfiguration

/// A kind of value that an option may have.
package struct ArgumentKind<Value: Sendable>: Sendable {
  /// The placeholder that stands for the value in help, in capitals.
  package let placeholder: String
  /// The allowed values, for help and errors; `nil` if every value is allowed.
  package let allowed: String?
  /// The completion that a shell offers for the value.
  package let completion: ValueCompletion
  let parse: @Sendable (String) -> Value?

  /// Makes a kind.
  ///
  /// - Parameters:
  ///   - placeholder: The placeholder that stands for the value in help, in capitals.
  ///   - allowed: The allowed values, for help and errors; `nil` by default, for any.
  ///   - completion: The completion that a shell offers; none by default.
  ///   - parse: A closure that makes the value of its text; `nil` refuses the text.
  package init(
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
  /// Any text, with a placeholder for help.
  package static func text(_ placeholder: String) -> Self { Self(placeholder) { $0 } }

  /// The path of a file.
  package static func file(_ placeholder: String = "FILE") -> Self { Self(placeholder, completion: .files) { $0 } }

  /// The path of a folder.
  package static func folder(_ placeholder: String = "FOLDER") -> Self {
    Self(placeholder, completion: .folders) { $0 }
  }
}

extension ArgumentKind where Value == Int {
  /// A whole number.
  package static func integer(_ placeholder: String = "NUMBER", in range: ClosedRange<Int>) -> Self {
    Self(placeholder, allowed: "\(range.lowerBound) … \(range.upperBound)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension ArgumentKind where Value == Duration {
  /// A length of time, as `250ms`, `15s` or `5m`.
  package static func duration(_ placeholder: String = "TIME", in range: ClosedRange<Duration>) -> Self {
    Self(placeholder, allowed: "\(range.lowerBound.spelling) … \(range.upperBound.spelling)") { text in
      Duration(spelling: text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension ArgumentKind where Value == ByteCount {
  /// A number of bytes, as `4096`, `50MB` or `1GiB`.
  package static func byteCount(_ placeholder: String = "SIZE", in range: ClosedRange<ByteCount>) -> Self {
    Self(placeholder, allowed: "\(range.lowerBound) … \(range.upperBound)") { text in
      ByteCount(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension ArgumentKind where Value: CaseIterable & RawRepresentable<String> {
  /// One of the words that are the raw values of an enumeration's cases.
  package static func choice(_ placeholder: String = "WORD", of type: Value.Type = Value.self) -> Self {
    let words = type.allCases.map(\.rawValue)
    return Self(placeholder, allowed: words.joined(separator: ", "), completion: .words(words)) { Value(rawValue: $0) }
  }
}

/// The completions that a shell can offer for a value.
package enum ValueCompletion: Hashable, Sendable {
  /// No completion.
  case nothing
  /// The names of files and folders.
  case files
  /// The names of folders.
  case folders
  /// The given words.
  case words([String])
  /// Values that only the program itself can find out while it runs, by a name that it knows; a shell's script offers
  /// nothing.
  case named(String)
}
