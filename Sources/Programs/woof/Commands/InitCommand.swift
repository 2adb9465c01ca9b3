// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofModel
import WoofStorage
import WoofTerminal

/// Makes a data folder.
struct InitCommand: Command {
  static let name = "init"
  static let summary = "Makes an empty data folder, so that accounts can be added before the service first runs."
  static let discussion = """
    A folder that has a store already stays as it is. One that holds something else is refused, so that a mistyped name \
    does no harm; a configuration and certificates may lie there. woof serve makes its folder by itself.
    """

  private let folder: DataFolderOption
  private let printsJSON: Bool

  init(from reader: inout ArgumentReader) {
    folder = DataFolderOption(from: &reader, "The folder to be made.")
    printsJSON = reader.flag("--json", "Prints what was done as a JSON object.")
  }

  func run() async throws -> ExitCode {
    let isMade = try await DataFolder.make(at: folder.path)
    guard !printsJSON else {
      StandardStream.output.write(
        JSONObject.line { writer in
          folder.write(to: &writer)
          writer.name("made")
          writer.value(isMade)
        })
      return .done
    }
    folder.tell()
    StandardStream.output.write(
      isMade
        ? "Made. Add the first administrator by: woof account add --admin NAME --data \(folder.given.printable)\n"
        : "There is a store already; nothing was changed.\n")
    return .done
  }
}
