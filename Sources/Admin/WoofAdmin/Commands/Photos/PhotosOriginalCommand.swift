// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofModel

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
