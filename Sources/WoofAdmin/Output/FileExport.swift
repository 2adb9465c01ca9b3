import Foundation
import Glibc
import WoofCommandLine

/// Bytes of the service that are written to a file of the user's.
struct FileExport: Sendable {
  private let file: String
  private let replaces: Bool

  init(from reader: inout ArgumentReader) {
    replaces = reader.flag("--force", "Replaces a file that is there.")
    file = reader.argument(.file(), otherwise: "", "Where to write; the folder is there already.")
  }

  /// Fetches the bytes and writes them.
  func run(_ request: AdminRequest<Data>, in context: ShellContext) async throws -> ExitCode {
    try write([], finally: false)
    let data = try await context.ask(request)
    try write(Array(data), finally: true)
    context.console.print("Wrote \(ShortText.bytes(Int64(data.count))) to \(file.printable).\n")
    return .done
  }

  /// Writes beside the file and moves it there, so that it is whole or not there.
  private func write(_ bytes: [UInt8], finally isFinal: Bool) throws {
    if !replaces, access(file, F_OK) == 0 {
      throw CommandFailure("\(file.printable) is there already: choose another name, or add --force")
    }
    // Under a name of its own, so that no other file is touched.
    var template = Array("\(file).XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw failure }
    defer { close(descriptor) }
    let draft = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    do {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { throw failure }
        rest = rest.dropFirst(count)
      }
      guard isFinal else {
        unlink(draft)
        return
      }
      guard fsync(descriptor) == 0, rename(draft, file) == 0 else { throw failure }
    } catch {
      unlink(draft)
      throw error
    }
  }

  private var failure: CommandFailure {
    CommandFailure("\(file.printable) cannot be written: \(String(cString: strerror(errno)))")
  }
}
