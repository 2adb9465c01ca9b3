import WoofCommandLine
import WoofModel

/// Shows one photo.
struct PhotosShowCommand: ShellCommand {
  static let name = "show"
  static let summary = "Shows what is known of a photo."

  private let output: OutputOptions
  private let id: PhotoID

  init(from reader: inout ArgumentReader) {
    output = OutputOptions(from: &reader)
    id = reader.argument(.photo, otherwise: .none, "Which photo.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    try context.print(try await context.ask(AdminAPI.photo(id)), output, PhotoText.details)
    return .done
  }
}
