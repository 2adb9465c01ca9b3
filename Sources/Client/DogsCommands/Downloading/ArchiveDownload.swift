// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofCommandLine
import WoofConfiguration
import WoofModel
import WoofTerminal

/// The download of an archive to a file, over as many runs of the program as it takes.
struct ArchiveDownload {
  /// The error of an address whose archive is not the one of which a part is there.
  private struct Changed: Error {}

  private let selection: ArchiveSelection
  /// The photos in words that are the same for the same photos of the same service.
  private let subject: String
  private let session: ServiceSession
  /// `true` if what happens is told on standard error.
  private let isTalkative: Bool

  /// - Throws: `WoofError` where there is no memory for a digest.
  init(of selection: ArchiveSelection, from options: ServiceOptions, _ session: ServiceSession) throws {
    self.selection = selection
    self.session = session
    isTalkative = !options.printsJSON
    let photos =
      switch selection {
      case .album(let id): "album \(id)"
      case .photos(let ids): "photos \(try Digest(of: Data(ids.map(\.description).joined(separator: " ").utf8)))"
      }
    subject = "\(options.address) \(photos)"
  }

  /// Downloads the archive, and goes on with what an earlier run has left.
  ///
  /// - Parameters:
  ///   - file: The path of the file; `nil` for the name that the service gives it, in the current folder.
  ///   - check: Throws where something is in the way of a file.
  func run(to file: String?, check: (String) throws -> Void) async throws -> WrittenArchive {
    if let file {
      let part = ArchivePart(of: file)
      try part.check()
      if let facts = part.facts(about: subject), let written = try await goOn(with: part, facts) { return written }
    }
    let archive = try await archive()
    let part = ArchivePart(of: file ?? archive.fileName)
    try check(part.destination)
    try part.check()
    let facts = part.facts(about: subject)
    if facts == nil, part.count > 0 { say("\(part.path.printable) is of other photos: beginning anew.") }
    return try await sayingWhatIsLeft(of: part) {
      try await download(part, part.facts(about: subject, at: archive, after: facts)) { [self] in
        say("The photos have changed: beginning anew.")
      }
    }
  }

  /// Goes on at the address that an earlier run was given; `nil` where that has expired, or leads to something else by now.
  private func goOn(with part: ArchivePart, _ facts: ArchivePart.Facts) async throws -> WrittenArchive? {
    try await sayingWhatIsLeft(of: part) {
      do {
        return try await download(part, facts) { throw Changed() }
      } catch is Changed {
        // Whether all photos are still there, only a new request says.
        return nil
      } catch let error as WoofError where error.code == .notFound || error.code == .gone {
        return nil
      }
    }
  }

  private func archive() async throws -> MadeArchive {
    switch selection {
    case .album(let id): try await session.client.makeArchive(ofAlbum: id)
    case .photos(let ids): try await session.client.makeArchive(ofPhotos: ids)
    }
  }

  private func download(
    _ part: ArchivePart, _ facts: ArchivePart.Facts, restarts: @escaping @Sendable () throws -> Void
  ) async throws -> WrittenArchive {
    let archive = facts.archive
    let board = TransferBoard("archives", count: 1, byteTotal: archive.byteCount)
    let display = TransferDisplay(board, on: session.lines)
    let progress = display.begin(0, name: part.destination, byteCount: archive.byteCount)
    let downloaded = try await display.showing {
      try await session.patientClient.downloadArchive(resuming: part, facts, progress: progress, restarts: restarts)
    }
    return WrittenArchive(file: part.destination, byteCount: downloaded.byteCount, photoCount: archive.photoCount)
  }

  /// Says where what has come is, in case of an error for which the program ends.
  private func sayingWhatIsLeft<Value>(of part: ArchivePart, _ work: () async throws -> Value) async throws -> Value {
    do {
      return try await work()
    } catch {
      if part.count > 0 {
        say("\(ByteCount.bytes(part.count).short) are in \(part.path.printable); the same command goes on with them.")
      }
      throw error
    }
  }

  private func say(_ text: String) {
    if isTalkative { session.lines.print("\(text)\n", to: .error) }
  }
}

/// The file to which an archive was written, as text and as JSON.
struct WrittenArchive: Encodable {
  /// The path.
  var file: String
  /// The number of its bytes.
  var byteCount: Int64
  /// The number of photos in it.
  var photoCount: Int

  /// A line for people.
  var text: String {
    let photos = photoCount == 1 ? "1 photo" : "\(photoCount) photos"
    return "\(file.printable): \(photos), \(ByteCount.bytes(byteCount).short)\n"
  }
}
