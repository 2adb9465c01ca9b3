// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel

/// Changes the rules of a share link.
struct LinkEditCommand: Command {
  static let name = "edit"
  static let summary = "Changes until when a link can be used, its password, and what its holders may do."
  static let discussion = """
    What is not named stays as it is, the address included. It counts from the next request of holders on. A new password \
    locks out whoever opened the link by the old one; it is asked for as by: dogs link create --password

    With --json, the line is the link after it, as the service sends it.
    """

  private let service: ServiceOptions
  private let expiry: Expiry?
  private let hasPassword: Bool?
  private let allowsDownload: Bool?
  private let showsLocation: Bool?
  private let id: ShareLinkID?

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    expiry = reader.option("--expires", Expiry.kind, "How long from now the link can be used.")
    hasPassword = Self.choice(
      "password", "Asks for a new password that holders have to give.", "Takes the password away.", &reader)
    allowsDownload = Self.choice(
      "download", "Lets holders download the originals.", "Lets holders look only.", &reader)
    showsLocation = Self.choice(
      "location", "Shows places, serial numbers of cameras and names of files too.", "Leaves these out.", &reader)
    id = LinkRevokeCommand.link(from: &reader)
    if expiry == nil, hasPassword == nil, allowsDownload == nil, showsLocation == nil, !reader.hasMistakes {
      reader.refuse(
        because: "say what to change: --expires WHEN, --password, --download, --location, or one of these with --no-")
    }
  }

  /// Declares and reads an option and its contrary; `nil` where neither is given.
  private static func choice(
    _ name: String, _ documentation: String, _ contrary: String, _ reader: inout ArgumentReader
  ) -> Bool? {
    let isOn = reader.flag("--\(name)", documentation)
    let isOff = reader.flag("--no-\(name)", contrary)
    if isOn, isOff { reader.refuse(because: "--\(name) and --no-\(name) do not go together; leave one out") }
    return isOn == isOff ? nil : isOn
  }

  func run() async throws -> ExitCode {
    await service.perform("link \(Self.name)") { session in
      guard let id else { return .usage }
      let password: ShareLinkPassword? =
        switch hasPassword {
        case true: .new(try NewPassword.choose("New password of the link: "))
        case false: .removed
        case nil: nil
        }
      let link = try await session.client.editLink(
        id, expiresAt: expiry?.timestamp(), password: password, allowsDownload: allowsDownload,
        showsLocation: showsLocation)
      guard !service.printsJSON else {
        StandardStream.output.write(try JSONLine.text(link))
        return .done
      }
      let subject = (try? await LinkSubject(of: link.target, session.client)) ?? LinkSubject(target: link.target)
      StandardStream.output.write(LinkText.description(of: link, subject))
      return .done
    }
  }
}
