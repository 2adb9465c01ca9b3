// SPDX-License-Identifier: Apache-2.0

import WoofConfiguration

/// The arguments of one call, sorted by what the command declared.
struct ParsedArguments: Sendable {
  /// The values given for each option by its long name, in their order; a flag's are empty.
  var options: [String: [String]] = [:]
  /// The arguments that belong to no option, in their order.
  var positionals: [String] = []
}

/// A parser that sorts arguments by the table of their command.
enum ArgumentParser {
  /// - Returns: The sorted arguments; `nil` if help is asked for.
  static func parse(_ arguments: [String], _ table: ArgumentTable) throws(ArgumentMistake) -> ParsedArguments? {
    var parsed = ParsedArguments()
    var rest = arguments[...]
    var mistake: ArgumentMistake?
    reading: while let argument = rest.popFirst() {
      if argument == "--" {
        parsed.positionals += rest
        break reading
      }
      if ArgumentTable.helpNames.contains(argument) { return nil }
      guard argument.hasPrefix("-"), argument != "-" else {
        parsed.positionals.append(argument)
        guard table.positionals.firstIndex(where: { $0.count == .rest }) == parsed.positionals.count - 1 else {
          continue
        }
        parsed.positionals += rest
        break reading
      }
      do throws(ArgumentMistake) {
        let (name, value) = try option(argument, &rest, table)
        parsed.options[name, default: []].append(value)
      } catch {
        // Help that is asked for later still comes first.
        mistake = mistake ?? error
      }
    }
    if let mistake { throw mistake }
    try checkCounts(parsed, table)
    return parsed
  }

  /// Takes an option and its value.
  static func option(
    _ argument: String, _ rest: inout ArraySlice<String>, _ table: ArgumentTable
  ) throws(ArgumentMistake) -> (name: String, value: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let option = table.option(named: parts[0]) else { throw unknown(parts[0], table) }
    let given = parts.count > 1 ? parts[1] : nil
    guard let placeholder = option.placeholder else {
      if given != nil { throw ArgumentMistake(message: "\(parts[0]) takes no value") }
      return (option.name, "")
    }
    if let given { return (option.name, given) }
    guard let next = rest.first, next == "-" || !next.hasPrefix("-") else {
      let advice = rest.first.map { "; if it is \($0.quoted), write \(parts[0])=\($0.printable)" } ?? ""
      throw ArgumentMistake(message: "\(parts[0]) needs its value \(placeholder)\(advice)")
    }
    rest.removeFirst()
    return (option.name, next)
  }

  private static func unknown(_ name: String, _ table: ArgumentTable) -> ArgumentMistake {
    let advice = (table.options.map(\.name) + ["--help"]).nearest(to: name).map { "; did you mean \($0)?" } ?? ""
    return ArgumentMistake(message: "unknown option \(name.quoted)\(advice)")
  }

  private static func checkCounts(_ parsed: ParsedArguments, _ table: ArgumentTable) throws(ArgumentMistake) {
    for option in table.options where !option.isRepeatable && parsed.options[option.name, default: []].count > 1 {
      throw ArgumentMistake(message: "\(option.name) is given twice")
    }
    let needed = table.positionals.filter { $0.count == .one }.count
    if parsed.positionals.count < needed {
      throw ArgumentMistake(message: "\(table.positionals[parsed.positionals.count].name) is missing")
    }
    if parsed.positionals.count > table.positionals.count, table.positionals.last?.isOpenEnded != true {
      throw ArgumentMistake(message: "unexpected argument \(parsed.positionals[table.positionals.count].quoted)")
    }
  }
}
