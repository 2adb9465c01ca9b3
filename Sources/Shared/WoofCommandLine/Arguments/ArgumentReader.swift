// SPDX-License-Identifier: Apache-2.0

/// A reader of the arguments of one command, which also collects the declaration of every option and argument with its
/// documentation.
///
/// It never throws: it notes mistakes and returns harmless values instead, and the command does not run.
package struct ArgumentReader {
  private let parsed: ParsedArguments
  private(set) var table = ArgumentTable()
  private(set) var mistakes: [ArgumentMistake] = []

  init(_ parsed: ParsedArguments = ParsedArguments()) { self.parsed = parsed }

  /// Declares an option without a value.
  ///
  /// - Parameters:
  ///   - name: The name with its two dashes.
  ///   - short: A letter with its one dash.
  ///   - documentation: The purpose of the option, in a sentence or two.
  package mutating func flag(_ name: String, short: String? = nil, _ documentation: String) -> Bool {
    table.declare(ArgumentTable.Option(name: name, short: short, documentation: documentation))
    return parsed.options[name] != nil
  }

  /// Declares an option with a value, and reads the value where it is given.
  ///
  /// The value comes after the name, as in `--config FILE` or `--config=FILE`.
  package mutating func option<Value>(
    _ name: String, short: String? = nil, _ kind: ArgumentKind<Value>, _ documentation: String
  ) -> Value? {
    read(name, short, kind, isRepeatable: false, documentation).first
  }

  /// Declares an option with a value, and reads the value or the default.
  package mutating func option<Value: CustomStringConvertible>(
    _ name: String, short: String? = nil, _ kind: ArgumentKind<Value>, default standard: Value, _ documentation: String
  ) -> Value {
    read(name, short, kind, isRepeatable: false, "\(documentation) By default \(standard).").first ?? standard
  }

  /// Declares an option that may be given several times, and reads its values in their order.
  package mutating func options<Value>(
    _ name: String, short: String? = nil, _ kind: ArgumentKind<Value>, _ documentation: String
  ) -> [Value] {
    read(name, short, kind, isRepeatable: true, "\(documentation) May be given several times.")
  }

  /// Declares an argument without a name of its own, which must be given.
  ///
  /// - Parameters:
  ///   - name: The placeholder for the argument in help, in capitals.
  ///   - completion: The completion that a shell offers for it; none by default.
  ///   - documentation: The meaning of the argument, in a sentence or two.
  package mutating func argument(
    _ name: String, completion: ValueCompletion = .nothing, _ documentation: String
  ) -> String {
    next(name, .one, completion, documentation).first ?? ""
  }

  /// Declares an argument without a name of its own, which may be left out; it is the last.
  package mutating func optionalArgument(
    _ name: String, completion: ValueCompletion = .nothing, _ documentation: String
  ) -> String? {
    next(name, .oneOrNone, completion, documentation).first
  }

  /// Declares an argument of a kind, which must be given; help shows it by the kind's placeholder.
  ///
  /// - Parameter harmless: The value to return if it is missing or wrong; the command does not run then.
  package mutating func argument<Value>(
    _ kind: ArgumentKind<Value>, otherwise harmless: Value, _ documentation: String
  ) -> Value {
    let texts = next(kind.placeholder, .one, kind.completion, documentation + Self.allowed(kind))
    return texts.first.flatMap { read(kind, $0) } ?? harmless
  }

  /// Declares an argument of a kind, which may be left out; it is the last.
  package mutating func optionalArgument<Value>(_ kind: ArgumentKind<Value>, _ documentation: String) -> Value? {
    let texts = next(kind.placeholder, .oneOrNone, kind.completion, documentation + Self.allowed(kind))
    return texts.first.flatMap { read(kind, $0) }
  }

  /// Declares that any number of arguments of a kind may follow; they are the last.
  package mutating func arguments<Value>(_ kind: ArgumentKind<Value>, _ documentation: String) -> [Value] {
    next(kind.placeholder, .any, kind.completion, documentation + Self.allowed(kind))
      .compactMap { read(kind, $0) }
  }

  /// Declares that any number of arguments may follow; they are the last.
  package mutating func arguments(
    _ name: String, completion: ValueCompletion = .nothing, _ documentation: String
  ) -> [String] {
    Array(next(name, .any, completion, documentation))
  }

  /// Declares that the words of another command may follow; they are the last, and options among them are that command's.
  package mutating func remainder(
    _ name: String, completion: ValueCompletion = .nothing, _ documentation: String
  ) -> [String] {
    Array(next(name, .rest, completion, documentation))
  }

  /// Notes a mistake in the combination of the arguments that were read.
  ///
  /// - Parameter reason: The mistake and its remedy, as a sentence without its full stop.
  package mutating func refuse(because reason: String) {
    mistakes.append(ArgumentMistake(message: reason))
  }

  /// `true` if at least one mistake was noted.
  package var hasMistakes: Bool { !mistakes.isEmpty }

  private mutating func read<Value>(
    _ name: String, _ short: String?, _ kind: ArgumentKind<Value>, isRepeatable: Bool, _ documentation: String
  ) -> [Value] {
    table.declare(
      ArgumentTable.Option(
        name: name, short: short, placeholder: kind.placeholder, isRepeatable: isRepeatable,
        completion: kind.completion, documentation: documentation + Self.allowed(kind)))
    return parsed.options[name, default: []].compactMap { text in
      let value = kind.parse(text)
      if value == nil {
        refuse(because: "\(name) takes \(kind.placeholder)\(Self.allowed(kind)), not \(text.quoted)")
      }
      return value
    }
  }

  private mutating func read<Value>(_ kind: ArgumentKind<Value>, _ text: String) -> Value? {
    let value = kind.parse(text)
    if value == nil { refuse(because: "\(text.quoted) is no \(kind.placeholder)\(Self.allowed(kind))") }
    return value
  }

  private static func allowed<Value>(_ kind: ArgumentKind<Value>) -> String {
    kind.allowed.map { " (\($0))" } ?? ""
  }

  private mutating func next(
    _ name: String, _ count: ArgumentTable.Positional.Count, _ completion: ValueCompletion, _ documentation: String
  ) -> ArraySlice<String> {
    let given = parsed.positionals.dropFirst(table.positionals.count)
    table.declare(
      ArgumentTable.Positional(name: name, count: count, completion: completion, documentation: documentation))
    return count == .any || count == .rest ? given : given.prefix(1)
  }
}
