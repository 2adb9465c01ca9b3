// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import WoofCommandLine

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
    let standing = StandingFile(at: file)
    // What cannot be written is not fetched.
    if standing == nil { try draft(of: Data()).remove() }
    let data = try await context.ask(request)
    if let standing { try standing.write(data) } else { try draft(of: data).move(to: file) }
    try context.done(output, "Wrote \(ShortText.bytes(Int64(data.count))) to \(file.printable).\n")
    return .done
  }

  private func draft(of data: Data) throws -> DraftFile {
    if !replaces, access(file, F_OK) == 0 {
      throw CommandFailure("\(file.printable) is there already: choose another name, or add --force")
    }
    return try DraftFile(data, beside: file)
  }
}
