// SPDX-License-Identifier: Apache-2.0

import CLibedit
import Glibc
import WoofCommandLine
import WoofSystem
import WoofTerminal

/// An editor for lines on the terminal: the library libedit, with the completion of this shell. While a line is edited,
/// ^C is a key that gives it up.
final class LineEditor: @unchecked Sendable {  // one line is read at a time, by a thread that nobody else has
  /// An outcome of reading a line.
  enum Outcome: Hashable, Sendable {
    /// A line, without its end.
    case line(String)
    /// The line was given up by ^C.
    case interrupted
    /// The end of the input.
    case ended
  }

  /// A closure that is called when Tab is pressed, with the bytes before the cursor and the number of columns of a
  /// line.
  typealias Completing = @Sendable (_ before: [UInt8], _ width: Int) -> LineCompleter.Outcome

  let editor: OpaquePointer  // owned, ended in deinit
  private let history: OpaquePointer  // owned, ended in deinit
  private var prompt: UnsafeMutablePointer<CChar>  // owned, freed in deinit; libedit reads it while a line is edited
  private(set) var promptWidth = 0
  private(set) var hinting: Hinting?
  fileprivate var isInterrupted = false
  fileprivate var complete: Completing = { _, _ in LineCompleter.Outcome() }

  /// Makes an editor on standard input and output; `nil` where the terminal cannot be used.
  ///
  /// - Parameter lines: The lines that were typed in earlier sessions, the oldest first.
  init?(history lines: [String]) {
    // What is typed is UTF-8, whatever the locale says.
    setlocale(LC_CTYPE, "C.UTF-8")
    guard let editor = clibedit_make("woof-admin") else { return nil }
    guard let history = history_init() else {
      el_end(editor)
      return nil
    }
    (self.editor, self.history) = (editor, history)
    prompt = strdup("")
    clibedit_set_context(editor, Unmanaged.passUnretained(self).toOpaque())
    clibedit_set_prompt(editor) { editor in LineEditor.of(editor)?.prompt }
    clibedit_use_emacs_keys(editor)
    clibedit_set_history_size(history, Int32(CommandHistory.limit))
    clibedit_set_history(editor, history)
    for line in lines { clibedit_add_to_history(history, line) }
    clibedit_add_function(editor, "woof-complete", "Completes the word", lineEditorCompletes)
    clibedit_add_function(editor, "woof-interrupt", "Gives the line up", lineEditorInterrupts)
    clibedit_bind(editor, "^I", "woof-complete")
    clibedit_bind(editor, "^C", "woof-interrupt")
    clibedit_bind(editor, "^R", "em-inc-search-prev")
    clibedit_take_signal_keys(editor)
    showHints()
  }

  deinit {
    el_end(editor)
    history_end(history)
    free(prompt)
  }

  static func of(_ editor: OpaquePointer?) -> LineEditor? {
    guard let editor, let context = clibedit_context(editor) else { return nil }
    return Unmanaged<LineEditor>.fromOpaque(context).takeUnretainedValue()
  }

  /// Lets the user type a line, and waits for it.
  ///
  /// - Parameter hinting: `nil` where the terminal shows no grey.
  func readLine(_ prompt: String, completing: @escaping Completing, hinting: Hinting?) async -> Outcome {
    await SystemThread.run(named: "terminal") { self.read(prompt, completing, hinting) }
  }

  /// Adds a line to those that the arrow keys bring back.
  func remember(_ line: String) { clibedit_add_to_history(history, line) }

  private func read(_ text: String, _ completing: @escaping Completing, _ hinting: Hinting?) -> Outcome {
    free(prompt)
    prompt = strdup(text)
    promptWidth = text.displayWidth
    complete = completing
    self.hinting = hinting
    isInterrupted = false
    el_resize(editor)
    var count: Int32 = 0
    let line = el_gets(editor, &count)
    if isInterrupted { return .interrupted }
    guard let line, count > 0 else { return .ended }
    let text = String(cString: line)
    return .line(text.hasSuffix("\n") ? String(text.dropLast()) : text)
  }

  var textBeforeCursor: [UInt8] {
    guard let line = el_line(editor)?.pointee, let start = line.buffer, let cursor = line.cursor, cursor > start else {
      return []
    }
    return (0..<(cursor - start)).map { UInt8(bitPattern: start[$0]) }
  }

  fileprivate func insert(_ text: String) { el_insertstr(editor, text) }
}

private func lineEditorCompletes(_ pointer: OpaquePointer?, _ key: Int32) -> UInt8 {
  guard let editor = LineEditor.of(pointer) else { return UInt8(CC_ERROR) }
  let width = StandardStream.output.width ?? 80
  let outcome = editor.complete(editor.textBeforeCursor, width)
  if !outcome.insertion.isEmpty {
    editor.insert(outcome.insertion)
    return UInt8(CC_REFRESH)
  }
  guard !outcome.listing.isEmpty else { return UInt8(CC_REFRESH_BEEP) }
  StandardStream.output.write("\r\n" + outcome.listing.map { "\($0)\r\n" }.joined())
  return UInt8(CC_REDISPLAY)
}

private func lineEditorInterrupts(_ pointer: OpaquePointer?, _ key: Int32) -> UInt8 {
  LineEditor.of(pointer)?.isInterrupted = true
  StandardStream.output.write("^C\r\n")
  return UInt8(CC_NEWLINE)
}

extension LineEditor {
  /// A closure that returns the text to show in grey behind the cursor, for the bytes before the cursor.
  typealias Hinting = @Sendable (_ before: [UInt8]) -> String

  /// Shows a hint whenever the editor waits for a key.
  func showHints() { clibedit_set_reader(editor, lineEditorReads) }

  fileprivate func readKey(_ key: UnsafeMutablePointer<wchar_t>?) -> Int32 {
    let hint = visibleHint
    guard !hint.isEmpty else { return clibedit_read(key) }
    // The cursor is kept, and nothing wraps: what Libedit takes for the width of a character may differ.
    StandardStream.output.write("\u{1B}7\u{1B}[?7l\u{1B}[90m\(hint)\u{1B}[0m\u{1B}[?7h\u{1B}8")
    // Libedit takes what is behind the line for blank.
    defer { StandardStream.output.write("\u{1B}[J") }
    return clibedit_read(key)
  }

  /// The part of the hint that has room in the row; empty if the cursor is in the middle of a line, or while keys wait,
  /// as in pasted text.
  private var visibleHint: String {
    let text = textBeforeCursor
    guard let hinting, !text.isEmpty, isAtEnd, !hasKeys else { return "" }
    let width = max(1, StandardStream.output.width ?? 80)
    let column = (promptWidth + String(decoding: text, as: UTF8.self).displayWidth) % width
    return column == 0 ? "" : hinting(text).printable.truncated(toWidth: width - 1 - column)
  }

  private var isAtEnd: Bool { el_line(editor).map { $0.pointee.cursor == $0.pointee.lastchar } ?? false }

  private var hasKeys: Bool {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }
}

private func lineEditorReads(_ pointer: OpaquePointer?, _ key: UnsafeMutablePointer<wchar_t>?) -> Int32 {
  LineEditor.of(pointer)?.readKey(key) ?? -1
}

/// A hint at the words that may follow, shown behind the cursor. It comes from the grammar alone, so that no key has to
/// wait.
enum LineHint {
  /// The hint.
  ///
  /// - Parameters:
  ///   - text: The part of the line that has been typed.
  ///   - lexer: The lexer behind the lines of the command before this one.
  static func hint(behind text: [UInt8], after lexer: CommandLexer) -> String {
    var lexer = lexer
    for byte in text { _ = lexer.consume(byte) }
    let (words, part) = lexer.open
    guard !lexer.isInRemark, case .none = lexer.opening, !(words.isEmpty && part.isEmpty) else { return "" }
    let completion = LineCompleter.completion(after: words, of: part)
    let candidates = completion.candidates.map(\.text)
    let isName = completion.usage == nil
    guard let only = candidates.first, candidates.count == 1, !part.isEmpty, !isName || only != part else {
      let isChosen = isName && candidates.contains(part)
      return arguments(isChosen ? LineCompleter.completion(after: words + [part], of: "") : completion, behind: part)
    }
    let chosen = isName ? LineCompleter.completion(after: words + [only], of: "") : completion
    return only.dropFirst(part.count) + arguments(chosen, behind: only)
  }

  private static func arguments(_ completion: LineCompletion, behind part: String) -> String {
    let text = completion.rest.joined(separator: " ")
    return text.isEmpty || part.isEmpty ? text : " \(text)"
  }
}
