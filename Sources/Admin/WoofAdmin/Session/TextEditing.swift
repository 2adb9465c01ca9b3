// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import WoofCommandLine
import WoofSystem

/// Has the user edit a text in a program of their choice.
struct TextEditing: Sendable {
  private let editor: String

  /// Takes the program that the environment names, or vi.
  init(environment: [String: String]) {
    let named = [environment["VISUAL"], environment["EDITOR"]].compactMap(\.self).first { !$0.isEmpty }
    editor = named ?? "vi"
  }

  /// Has a text edited.
  ///
  /// - Throws: `CommandFailure` where the program fails, or the file cannot be written.
  func edit(_ text: String) async throws -> String {
    let draft = try draft(of: text)
    defer { draft.remove() }
    let command = "\(editor) '\(draft.path)'"
    let status = await SystemThread.run(named: "terminal") { system(command) }
    guard status == 0 else {
      throw CommandFailure("\(editor.printable) failed: nothing was changed. EDITOR names another program")
    }
    guard let data = FileManager.default.contents(atPath: draft.path), let edited = String(data: data, encoding: .utf8)
    else {
      throw CommandFailure("what was saved is not UTF-8: nothing was changed")
    }
    return edited
  }

  private func draft(of text: String) throws(CommandFailure) -> DraftFile {
    let path = "\(NSTemporaryDirectory())/woof"
    do throws(SystemError) {
      return try DraftFile(text.utf8, beside: path)
    } catch {
      throw CommandFailure(writing: path, error)
    }
  }
}
