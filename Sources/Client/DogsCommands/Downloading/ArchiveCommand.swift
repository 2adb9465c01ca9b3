// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofCommandLine
import WoofModel
import WoofTerminal

/// Downloads photos as one ZIP file.
struct ArchiveCommand: Command {
  static let name = "archive"
  static let summary = "Downloads photos as one ZIP file."
  static let discussion = """
    The archive has the originals, in the order in which they are named or that of the album. One's own are called as they \
    were when they were uploaded, those of others by the photos' ids; names that are there already get a number. The file \
    appears when all of it has come. What breaks off goes on where it was, and so does the same command after it was \
    interrupted: until the file is whole, what has come of it is beside it in NAME.part, and what is needed to go on in \
    NAME.part.json, which only its owner may read. Where the photos have changed meanwhile, it begins anew. Where one of the \
    photos that are named cannot be read, there is no archive.

    With --json, what was written is told as an object with the members file, byteCount and photoCount.
    """

  private let service: ServiceOptions
  private let file: String?
  private let replaces: Bool
  private let selection: PhotoSelection

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    file = reader.option(
      "--output", short: "-o", .file(),
      "The file; by default in the folder that one is in, called as the album or photos.zip.")
    replaces = reader.flag("--force", "Replaces a file that is there.")
    selection = PhotoSelection(from: &reader)
    if file == "-" {
      reader.refuse(because: "an archive needs a file, so that it can go on after a break; add -o FILE")
    }
  }

  func run() async throws -> ExitCode {
    await service.perform(Self.name) { session in
      if let file { try check(file) }
      let selection = try await selection.archive(session.client)
      let download = try ArchiveDownload(of: selection, from: service, session)
      let written = try await download.run(to: file, check: check)
      StandardStream.output.write(service.printsJSON ? try JSONLine.text(written) : written.text)
      return .done
    }
  }

  /// Makes sure that nothing is in the way of the file: what cannot be written is not fetched.
  ///
  /// - Throws: ``CodedFailure`` with the code `file-exists`; `CommandFailure` where something else than a file is there.
  private func check(_ file: String) throws {
    var status = stat()
    guard lstat(file, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFLNK:
      guard replaces else {
        throw CodedFailure(
          "file-exists", "\(file) is there already: choose another name by -o FILE, or add --force")
      }
    case S_IFDIR: throw CommandFailure("\(file.printable) is a folder: give the name of a file in it by -o FILE")
    default: throw CommandFailure("\(file.printable) is no ordinary file: choose another name by -o FILE")
    }
  }
}
