// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel
import WoofSync
import WoofTerminal

/// Keeps the originals of photos on this machine.
struct PinCommand: Command {
  static let name = "pin"
  static let summary = "Keeps the originals of photos on this machine, for commands without a network."
  static let discussion = """
    The next dogs sync fetches the originals that are not here yet. They stay until the photo is unpinned or gone, however \
    many others are kept. Nothing is asked of the service.

    \(PinSetting.discussion)
    """

  private let setting: PinSetting

  init(from reader: inout ArgumentReader) { setting = PinSetting(true, from: &reader) }

  func run() async throws -> ExitCode { await setting.run(Self.name) }
}

/// Keeps the originals of photos no longer than others.
struct UnpinCommand: Command {
  static let name = "unpin"
  static let summary = "Lets the originals of pinned photos go when others need the room."
  static let discussion = PinSetting.discussion

  private let setting: PinSetting

  init(from reader: inout ArgumentReader) { setting = PinSetting(false, from: &reader) }

  func run() async throws -> ExitCode { await setting.run(Self.name) }
}

/// The part that the two commands share: the options, and the pinning or unpinning.
private struct PinSetting: Sendable {
  static let discussion = """
    What is so already stays so. A photo that the replica does not have does not keep the others from it; the exit code is 1 \
    then.

    With --json, each line is the metadata of a photo as by dogs --offline list, with pinned and originalHere; of one that \
    is refused it is an object on standard error, with the members status (failed), id and error.
    """

  private let service: ServiceOptions
  private let isPinned: Bool
  private let photos: [PhotoReference]

  init(_ isPinned: Bool, from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    self.isPinned = isPinned
    photos = PhotoReference.several(from: &reader)
  }

  func run(_ command: String) async -> ExitCode {
    await service.online.perform(command) { session in try await ReplicaSession.run(service, session, set) }
  }

  private func set(_ session: ReplicaSession) async throws -> ExitCode {
    try await session.edit(photos, printsJSON: service.printsJSON) { id in
      try await isPinned ? session.replica.pin(id) : session.replica.unpin(id)
      let photo = try session.photo(id)
      let line = PinnedPhotoLine(
        photo: photo, isPinned: isPinned, isHere: try session.replica.cachedImage(id) != nil)
      return service.printsJSON ? try JSONLine.text(line) : line.text
    }
  }
}

/// Lists the pinned photos.
struct PinnedCommand: Command {
  static let name = "pinned"
  static let summary = "Lists the pinned photos, whose originals stay on this machine."
  static let discussion = """
    A line on standard error says how many of the originals are here already. Nothing is asked of the service.

    With --json, each line is the metadata of a photo as by dogs --offline list, with pinned and originalHere.
    """

  private let service: ServiceOptions

  init(from reader: inout ArgumentReader) { service = ServiceOptions(from: &reader) }

  func run() async throws -> ExitCode {
    await service.online.perform(Self.name) { session in try await ReplicaSession.run(service, session, list) }
  }

  private func list(_ session: ReplicaSession) async throws -> ExitCode {
    let missing = Set(try await session.replica.missingPinnedPhotos)
    let photos = try session.replica.pinnedPhotos.compactMap { try session.replica.photo($0) }
    guard !service.printsJSON else {
      for photo in photos {
        let line = PinnedPhotoLine(photo: photo, isPinned: true, isHere: !missing.contains(photo.id))
        StandardStream.output.write(try JSONLine.text(line))
      }
      return .done
    }
    guard !photos.isEmpty else {
      StandardStream.error.write("No photos are pinned.\n")
      return .done
    }
    StandardStream.output.write(PhotoTable.text(photos.map(\.metadata), width: StandardStream.output.width))
    let count = photos.count { !missing.contains($0.id) }
    let advice = count == photos.count ? "" : "; the others come by: dogs sync"
    StandardStream.error.write("\(count) of \(photos.count) originals are here\(advice)\n")
    return .done
  }
}

/// A photo that is pinned, or has just been unpinned, as JSON or as a line.
private struct PinnedPhotoLine: Encodable {
  private enum Member: String, CodingKey { case pinned, originalHere }

  let photo: ReplicaPhoto
  let isPinned: Bool
  let isHere: Bool

  func encode(to encoder: any Encoder) throws {
    try ReplicaPhotoLine(photo: photo).encode(to: encoder)
    var container = encoder.container(keyedBy: Member.self)
    try container.encode(isPinned, forKey: .pinned)
    try container.encode(isHere, forKey: .originalHere)
  }

  /// As a line for somebody to read.
  var text: String {
    let caption = photo.metadata.caption.isEmpty ? photo.id.description : photo.metadata.caption.printable
    return "\(caption): \(isPinned ? "pinned" : "not pinned")\(isPinned && !isHere ? Waiting.remark : "")\n"
  }
}
