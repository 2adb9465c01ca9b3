// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import WoofCommandLine
import WoofSystem

/// Bytes of the service that are written to a file of the user's.
struct FileExport: Sendable {
  private let output: OutputOptions
  private let file: String
  private let replaces: Bool

  init(from reader: inout ArgumentReader) {
    output = OutputOptions(from: &reader)
    replaces = reader.flag("--force", "Replaces a file that is there.")
    file = reader.argument(.file(), otherwise: "", "Where to write; the folder is there already.")
  }

  /// Fetches the bytes and writes them.
  func run(_ request: AdminRequest<Data>, in context: ShellContext) async throws -> ExitCode {
    let place = OutputFile(at: file)
    // What cannot be written is not fetched.
    try use(place) { output throws(SystemError) in try output.check() }
    let data = try await context.ask(request)
    try use(place) { output throws(SystemError) in try output.write(data) }
    try context.done(output, "Wrote \(ShortText.bytes(Int64(data.count))) to \(file.printable).\n")
    return .done
  }

  private func use(
    _ place: OutputFile, _ body: (OutputFile) throws(SystemError) -> Void
  ) throws(CommandFailure) {
    if !replaces, !place.isStanding, access(file, F_OK) == 0 {
      throw CommandFailure("\(file.printable) is there already: choose another name, or add --force")
    }
    do throws(SystemError) {
      try body(place)
    } catch {
      throw CommandFailure(writing: file, error)
    }
  }
}

extension CommandFailure {
  /// The failure to write a file.
  init(writing file: String, _ error: SystemError) {
    self.init("\(file.printable) cannot be written: \(SystemError.message(error.number))")
  }
}
