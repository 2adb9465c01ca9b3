// SPDX-License-Identifier: Apache-2.0

import Foundation
import URLLoading
import WoofClient
import WoofCommandLine
import WoofModel
import WoofTerminal

/// Asks for an upload ticket.
struct TicketCreateCommand: Command {
  static let name = "create"
  static let summary = "Makes a ticket, with which one picture is uploaded without a password."
  static let discussion = """
    The picture is read for its digest and not sent. The first line that is printed is the address at which it can be \
    uploaded, once, also by somebody else or on another machine; the second line is a command that does so with curl. Keep \
    the address as you keep a password: it is not shown again. What it takes is this picture as it is now, and nothing else.

    A picture that would be public and tells where it was taken gets no ticket without --with-location.

    With --json, the line is the ticket as the service sends it, with the member curl.
    """

  private let service: ServiceOptions
  private let wanted: PhotoWording
  private let showsLocation: Bool
  private let path: String

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    wanted = PhotoWording(
      caption: reader.option("--caption", .text("TEXT"), "The caption of the photo; by default none."),
      visibility: reader.option(
        "--visibility", .choice("WHO", of: Visibility.self),
        "Who may see it; by default who the service says, which is its owner alone unless it was set up otherwise."))
    showsLocation = reader.flag("--with-location", "Allows a public photo that tells where it was taken.")
    path = reader.argument("FILE", completion: .files, "The picture.")
  }

  func run() async throws -> ExitCode {
    await service.perform("ticket \(Self.name)") { session in
      let file = URL(fileURLWithPath: path)
      if !showsLocation { try await checkLocation(of: file, session) }
      let ticket = try await session.client.uploadTicket(
        for: PhotoUpload(file: file, caption: wanted.caption ?? "", visibility: wanted.visibility))
      let request = try ticket.request(fileName: file.lastPathComponent)
      // To a file:// address, curl would write.
      guard let address = request.url, ["http", "https"].contains(address.scheme) else {
        throw CodedFailure.invalidResponse("the service gave no address to upload to")
      }
      let curl = CurlCommand(
        to: address, fields: request.allHTTPHeaderFields ?? [:], file: path, authority: service.authority
      ).text
      if service.printsJSON {
        StandardStream.output.write(try JSONLine.text(IssuedTicketLine(ticket: ticket, curl: curl)))
      } else {
        StandardStream.output.write("\(address.absoluteString.printable)\n\(curl.printable)\n")
        StandardStream.error.write("Ticket \(ticket.id.printable) can be used until \(ticket.expiresAt).\n")
      }
      return .done
    }
  }

  /// Makes sure that nobody learns where a picture was taken whom nobody meant to tell.
  private func checkLocation(of file: URL, _ session: ServiceSession) async throws {
    // What is no sound picture is refused by the service, with its reasons.
    guard let bytes = try? Data(contentsOf: file, options: .mappedIfSafe),
      (try? ShareableBytes.hasLocation(bytes)) == true
    else { return }
    var visibility = wanted.visibility
    if visibility == nil { visibility = try await session.client.signIn().defaultVisibility ?? .public }
    guard visibility == .public else { return }
    throw CodedFailure(
      "location-undecided",
      "\(path): it tells where it was taken, and everybody could read that; add --with-location, or choose another "
        + "--visibility")
  }
}

/// A ticket that was issued, with its command, as JSON.
private struct IssuedTicketLine: Encodable {
  private enum Member: String, CodingKey { case curl }

  let ticket: UploadTicket
  let curl: String

  func encode(to encoder: any Encoder) throws {
    try ticket.encode(to: encoder)
    var container = encoder.container(keyedBy: Member.self)
    try container.encode(curl, forKey: .curl)
  }
}

/// A command line for a shell, with which curl sends a file as the content of a request.
struct CurlCommand: Hashable, Sendable {
  /// The words of the command. None that a service gave is in the place of an option.
  private let words: [String]

  /// Makes the command, which sends the file by `PUT`; it prints the fields of the response, and fails where that is a
  /// refusal.
  ///
  /// - Parameters:
  ///   - fields: The fields of the request.
  ///   - file: The path of the file.
  ///   - authority: A file with certificates to trust; `nil` for those of the system.
  init(to url: URL, fields: [String: String], file: String, authority: String?) {
    // Brackets and braces, which curl would take for patterns, are part of the names.
    var words = ["curl", "--globoff", "--fail-with-body", "--include"]
    if let authority { words += ["--cacert", Self.path(authority)] }
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      words += ["--header", "\(name): \(value)"]
    }
    self.words = words + ["--upload-file", Self.path(file), "--url", url.absoluteString]
  }

  /// The command as a line that any POSIX shell reads.
  var text: String { words.map(Self.quoted).joined(separator: " ") }

  /// A path that is none of curl's own: `-` would be standard input.
  private static func path(_ path: String) -> String { path.hasPrefix("-") ? "./\(path)" : path }

  private static func quoted(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.utf8.allSatisfy { plainBytes.contains($0) }
    return isPlain ? word : "'\(word.replacing("'", with: #"'\''"#))'"
  }

  private static let plainBytes = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:".utf8)
}
