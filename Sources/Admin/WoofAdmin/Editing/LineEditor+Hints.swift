import CLibedit
import Glibc
import WoofCommandLine
import WoofTerminal

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
