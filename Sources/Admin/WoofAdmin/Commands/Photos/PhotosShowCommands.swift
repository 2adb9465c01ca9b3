// SPDX-License-Identifier: Apache-2.0

import PluginPictures
import WoofAdministration
import WoofCommandLine
import WoofModel
import WoofTerminal

/// Shows one photo.
struct PhotosShowCommand: ShellCommand {
  static let name = "show"
  static let summary = "Shows what is known of a photo, and the picture where the terminal can."
  static let discussion = """
    Pictures are decoded by the plugin vips, in a sandbox, where it is installed beside this program; where it is not, \
    the photo's placeholder is drawn. To see a private photo is noted in the audit log.
    """

  private let output: OutputOptions
  private let picture: PictureProtocol?
  private let id: PhotoID

  init(from reader: inout ArgumentReader) {
    output = OutputOptions(from: &reader)
    picture = reader.option(
      "--picture", .choice("HOW", of: PictureProtocol.self),
      "How the picture is shown; by default what the terminal knows.")
    id = reader.argument(.photo, otherwise: .none, "Which photo.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    let photo = try await context.ask(AdminAPI.photo(id))
    try context.print(photo, output, PhotoText.details)
    guard !output.printsJSON(context.settings), picture != nil || context.console.isTerminal else { return .done }
    let screen = PictureScreen(showing: picture, environment: context.environment)
    let advice = "write the picture to a file by: photos original \(id) FILE"
    let drawn = try await PictureDrawing.draw(photo.metadata, on: screen, advice: advice) { photo in
      Array(try await context.ask(AdminAPI.original(of: photo.id)))
    }
    // Pagers do not pass pictures on.
    try context.console.show(drawn.text)
    if let remark = drawn.remark { context.console.note("\(remark)\n") }
    return .done
  }
}

/// Writes the original of a photo to a file.
struct PhotosOriginalCommand: ShellCommand {
  static let name = "original"
  static let summary = "Writes the original of a photo to a file. Of a private photo, that is noted in the audit log."

  private let id: PhotoID
  private let export: FileExport

  init(from reader: inout ArgumentReader) {
    id = reader.argument(.photo, otherwise: .none, "Which photo.")
    export = FileExport(from: &reader)
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    try await export.run(AdminAPI.original(of: id), in: context)
  }
}
