// SPDX-License-Identifier: Apache-2.0

/// A completion of a line that is being typed.
package struct LineCompletion: Hashable, Sendable {
  /// A word that may stand there.
  package struct Candidate: Hashable, Sendable {
    /// The word.
    package var text: String
    /// The description of the word, in a sentence; empty if there is none.
    package var summary: String

    /// Makes a candidate.
    package init(_ text: String, summary: String = "") {
      self.text = text
      self.summary = summary
    }
  }

  /// The words that are known to begin with what has been typed.
  package var candidates: [Candidate] = []
  /// The kind of value that may stand there, if candidates have to be looked up; none by default.
  package var values = ValueCompletion.nothing
  /// The part of the value that has been typed: less than the word if that is an option with its value.
  package var valuePart = ""
  /// The usage of the command, as help shows it; `nil` before there is one.
  package var usage: String?
  /// The arguments and options that may follow the word, as help shows them.
  package var rest: [String] = []
}

extension CommandSet {
  /// Returns the completion of the next word of a line.
  ///
  /// - Parameters:
  ///   - words: The words before the one that is typed.
  ///   - part: The part of the word that has been typed; may be empty.
  package func completion(after words: [String], of part: String) -> LineCompletion {
    var node = CommandGrammar(self).program
    var rest = words[...]
    while !node.children.isEmpty, let word = rest.popFirst() {
      guard let child = node.children.first(where: { $0.name == word }) else { return LineCompletion() }
      node = child
    }
    guard node.children.isEmpty else {
      let commands = node.children.map { LineCompletion.Candidate($0.name, summary: $0.summary) }
      return LineCompletion(candidates: commands.filter { $0.text.hasPrefix(part) })
    }
    return node.completion(after: rest, of: part)
  }
}

extension CommandGrammar.Node {
  fileprivate func completion(after words: ArraySlice<String>, of part: String) -> LineCompletion {
    var completion = LineCompletion(usage: usage)
    var given = GivenArguments()
    for word in words { given.take(word, table) }
    completion.rest = rest(given, of: part)
    if let option = given.pending {
      completion.offer(option.completion, part)
    } else if part.hasPrefix("-"), !given.isPastOptions {
      if let equals = part.firstIndex(of: "="), let option = table.option(named: String(part[..<equals])) {
        completion.offer(option.completion, String(part[part.index(after: equals)...]), prefix: "\(part[...equals])")
      } else {
        completion.candidates = optionCandidates(given).filter { $0.text.hasPrefix(part) }
      }
    } else if let positional = positional(at: given.positionalCount) {
      completion.offer(positional.completion, part)
    } else if part.isEmpty, !given.isPastOptions {
      completion.candidates = optionCandidates(given)
    }
    return completion
  }

  /// The line of usage, positionals before options.
  private var usage: String {
    ([words] + table.positionals.map(\.synopsis) + table.options.map(\.synopsis)).joined(separator: " ")
  }

  private func rest(_ given: GivenArguments, of part: String) -> [String] {
    let isOption = part.hasPrefix("-") && !given.isPastOptions
    let isPositional = given.pending == nil && !isOption && !part.isEmpty
    var rest = table.positionals.dropFirst(given.positionalCount + (isPositional ? 1 : 0)).map(\.synopsis)
    if part.isEmpty, let placeholder = given.pending?.placeholder { rest.insert(placeholder, at: 0) }
    guard !given.isPastOptions else { return rest }
    let typed = isOption ? table.option(named: String(part.prefix { $0 != "=" })) : nil
    let options = table.options.filter { option in
      option.isRepeatable
        || !given.options.contains(option.name) && option.name != typed?.name
          && !(isOption && option.name.hasPrefix(part))
    }
    return rest + options.map(\.synopsis)
  }

  private func positional(at index: Int) -> ArgumentTable.Positional? {
    if index < table.positionals.count { return table.positionals[index] }
    return table.positionals.last.flatMap { $0.isOpenEnded ? $0 : nil }
  }

  private func optionCandidates(_ given: GivenArguments) -> [LineCompletion.Candidate] {
    let options = table.options.filter { $0.isRepeatable || !given.options.contains($0.name) }
    return options.map { LineCompletion.Candidate($0.name, summary: $0.documentation) }
      + [LineCompletion.Candidate("--help", summary: "Shows how the command is called.")]
  }
}

/// The arguments of a command that are on the line already.
private struct GivenArguments {
  var options: Set<String> = []
  var positionalCount = 0
  var isPastOptions = false
  /// The option whose value comes next.
  var pending: ArgumentTable.Option?

  mutating func take(_ word: String, _ table: ArgumentTable) {
    if pending != nil {
      pending = nil
    } else if isPastOptions || !word.hasPrefix("-") || word == "-" {
      positionalCount += 1
    } else if word == "--" {
      isPastOptions = true
    } else {
      let name = word.prefix { $0 != "=" }
      guard let option = table.option(named: String(name)) else { return }
      options.insert(option.name)
      if option.placeholder != nil, !word.contains("=") { pending = option }
    }
  }
}

extension LineCompletion {
  fileprivate mutating func offer(_ completion: ValueCompletion, _ part: String, prefix: String = "") {
    values = completion
    valuePart = part
    guard case .words(let words) = completion else { return }
    candidates = words.filter { $0.hasPrefix(part) }.map { Candidate(prefix + $0) }
  }
}
