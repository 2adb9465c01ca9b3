// SPDX-License-Identifier: Apache-2.0

import PluginPictures
import WoofClient
import WoofCommandLine
import WoofModel
import WoofSync
import WoofTerminal

/// Shows one photo.
struct ShowCommand: Command {
  static let name = "show"
  static let summary = "Shows what is known of a photo, and the picture where the terminal can."
  static let discussion = """
    Terminals that know the protocol of kitty, iTerm or sixel get the picture, all others with colours get coloured \
    blocks. Pictures are decoded by the plugin vips, in a sandbox, where it is installed beside this program; where it is \
    not, the photo's placeholder is drawn, which is a blurred likeness. With --json, the \
    metadata is printed as the service sends it, and no picture.
    """

  private let service: ServiceOptions
  private let photo: PhotoReference?
  private let picture: PictureProtocol?

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    picture = reader.option(
      "--picture", .choice("HOW", of: PictureProtocol.self),
      "How the picture is shown; by default what the terminal knows."
    )
    photo = PhotoReference.one(from: &reader)
  }

  func run() async throws -> ExitCode {
    await service.perform(Self.name, offline: offline) { session in
      guard let reference = photo else { return .usage }
      let photo = try await session.client.photo(try await PhotoSearch(client: session.client).id(of: reference))
      guard !service.printsJSON else {
        StandardStream.output.write(try JSONLine.text(photo))
        return .done
      }
      StandardStream.output.write(PhotoTable.details(photo, width: StandardStream.output.width))
      guard picture != nil || StandardStream.output.isTerminal else { return .done }
      let screen = PictureScreen(showing: picture, environment: service.environment)
      let advice = "get the picture by: dogs fetch \(photo.id) -o FILE"
      let drawing = try await PictureDrawing.draw(photo, on: screen, advice: advice) { photo in
        Array(try await session.client.fetchPhoto(photo).data)
      }
      StandardStream.output.write(drawing.text)
      if let remark = drawing.remark { StandardStream.error.write("\(remark)\n") }
      return .done
    }
  }

  private func offline(_ session: ReplicaSession) async throws -> ExitCode {
    guard let reference = photo else { return .usage }
    let photo = try session.photo(try await PhotoSearch(session).id(of: reference))
    guard !service.printsJSON else {
      StandardStream.output.write(try JSONLine.text(ReplicaPhotoLine(photo: photo)))
      return .done
    }
    let edits = photo.isPending ? [("edits", "wait for: dogs sync")] : []
    let problems = photo.problems.map { ("problem", $0.message) }
    StandardStream.output.write(
      PhotoTable.details(photo.metadata, further: edits + problems, width: StandardStream.output.width))
    guard picture != nil || StandardStream.output.isTerminal else { return .done }
    let screen = PictureScreen(showing: picture, environment: service.environment)
    let drawing = try await drawing(of: photo, on: screen, session)
    StandardStream.output.write(drawing?.text ?? "")
    let remark = drawing.map(\.remark) ?? "The picture cannot be shown: \(Self.notHere)"
    if let remark { StandardStream.error.write("\(remark)\n") }
    return .done
  }

  private static let notHere = "its bytes are not on this machine; get them by the same command without --offline"

  /// Draws a photo as well as can be done with what is on this machine; `nil` if it cannot be.
  private func drawing(
    of photo: ReplicaPhoto, on screen: PictureScreen, _ session: ReplicaSession
  ) async throws -> PictureDrawing.Drawing? {
    guard let data = try? session.bytes(of: photo) else {
      // A likeness can be drawn without them, on most terminals.
      let drawing = PictureDrawing(on: screen, advice: Self.notHere) { _ in try Array(session.bytes(of: photo)) }
      do {
        return try await drawing.draw(photo.metadata)
      } catch WoofError.Code.bytesNotHere {
        return nil
      }
    }
    let fetching = "get the picture by: dogs fetch \(photo.id) -o FILE"
    return try await PictureDrawing.draw(photo.metadata, on: screen, advice: fetching) { _ in Array(data) }
  }
}
