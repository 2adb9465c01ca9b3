// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import WoofCommandLine
import WoofSystem
import WoofTerminal

/// The destination of the results of commands: standard output, through a pager if they are longer than the screen, or
/// a file that the user named.
final class ShellConsole: Sendable {
  private struct State {
    var text = ""
    var remarks = ""
    var file: (descriptor: Int32, path: String)?
  }

  /// `true` if a user reads along at a terminal.
  let isInteractive: Bool
  private let pager: String?
  private let state = Mutex(State())

  /// Makes a console on standard output.
  ///
  /// - Parameters:
  ///   - isInteractive: `true` if a user reads along at a terminal.
  ///   - pager: The shell command for results that are longer than the screen; `nil` for none.
  init(isInteractive: Bool, pager: String? = nil) {
    self.isInteractive = isInteractive
    self.pager = pager
  }

  deinit { state.withLock { if let file = $0.file { close(file.descriptor) } } }

  /// The number of columns that a line may have; `nil` for any number.
  var width: Int? { writesToFile ? nil : StandardStream.output.width }
  /// `true` if results go to a terminal.
  var isTerminal: Bool { !writesToFile && StandardStream.output.isTerminal }
  /// `true` if results go to a file that the user named.
  var writesToFile: Bool { state.withLock { $0.file != nil } }

  /// Adds to the result of the command, which is shown when it has ended.
  func print(_ text: String) { state.withLock { $0.text += text } }

  /// Shows a text at once, after what was added before.
  ///
  /// - Throws: `CommandFailure` where the file takes no more.
  func show(_ text: String) throws {
    print(text)
    try writeOut(takeText())
  }

  /// Shows at once, on standard error, a text that is no result.
  func note(_ text: String) { StandardStream.error.write(text) }

  /// Keeps a text that is no result, and shows it after the result of the command.
  func remark(_ text: String) { state.withLock { $0.remarks += text } }

  /// Shows the result of a command that has ended.
  ///
  /// - Throws: `CommandFailure` where the file takes no more.
  func flush() async throws {
    defer { note(takeRemarks()) }
    let text = takeText()
    let lineCount = text.utf8.count { $0 == UInt8(ascii: "\n") }
    guard isInteractive, isTerminal, let pager, let rows = TerminalSize(of: .output)?.rows, lineCount >= rows else {
      return try writeOut(text)
    }
    let hasPaged = await SystemThread.run(named: "terminal") { Pager.show(text, by: pager) }
    if !hasPaged { try writeOut(text) }
  }

  /// Redirects results to a file, which replaces one that is there; `nil` for standard output again.
  ///
  /// - Throws: `CommandFailure` where the file cannot be written.
  func redirect(to path: String?) throws {
    var file: (descriptor: Int32, path: String)?
    if let path {
      let descriptor = creat(path, 0o600)
      guard descriptor >= 0 else { throw Self.failure(path) }
      file = (descriptor, path)
    }
    let old = state.withLock { state in
      defer { state.file = file }
      return state.file
    }
    if let old { close(old.descriptor) }
  }

  private func takeText() -> String {
    state.withLock { state in
      defer { state.text = "" }
      return state.text
    }
  }

  private func takeRemarks() -> String {
    state.withLock { state in
      defer { state.remarks = "" }
      return state.remarks
    }
  }

  private func writeOut(_ text: String) throws {
    guard !text.isEmpty else { return }
    try state.withLock { state in
      guard let file = state.file else { return StandardStream.output.write(text) }
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(file.descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { throw Self.failure(file.path) }
        rest = rest.dropFirst(count)
      }
    }
  }

  private static func failure(_ path: String) -> CommandFailure {
    CommandFailure("\(path.printable) cannot be written: \(String(cString: strerror(errno)))")
  }
}
