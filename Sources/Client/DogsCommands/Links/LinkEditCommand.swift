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
  /// The allowances that holders get, and those that they lose.
  private let allowances: [(allowance: ShareLinkAllowances, isGiven: Bool)]
  private let showsLocation: Bool?
  private let id: ShareLinkID?

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    expiry = reader.option("--expires", Expiry.kind, "How long from now the link can be used.")
    hasPassword = Self.choice(
      "password", "Asks for a new password that holders have to give.", "Takes the password away.", &reader)
    let choices: [(ShareLinkAllowances, Bool?)] = [
      (.download, Self.choice("download", "Lets holders download the originals.", "Does not let them.", &reader)),
      (.add, Self.choice("add", "Lets holders add photos to the album.", "Does not let them.", &reader)),
      (.like, Self.choice("like", "Lets holders like photos under a name.", "Does not let them.", &reader)),
    ]
    allowances = choices.compactMap { choice in choice.1.map { (choice.0, $0) } }
    showsLocation = Self.choice(
      "location", "Shows places, serial numbers of cameras and names of files too.", "Leaves these out.", &reader)
    id = LinkRevokeCommand.link(from: &reader)
    if expiry == nil, hasPassword == nil, allowances.isEmpty, showsLocation == nil, !reader.hasMistakes {
      reader.refuse(
        because:
          "say what to change: --expires WHEN, --password, --download, --add, --like, --location, or one of these with --no-"
      )
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

  /// All that holders may do after it; `nil` where that stays as it is. The service takes the whole of it, so what is there comes
  /// first.
  private func allows(of id: ShareLinkID, _ client: WoofClient) async throws -> ShareLinkAllowances? {
    guard !allowances.isEmpty else { return nil }
    var allows: ShareLinkAllowances = []
    for try await link in client.links(pageSize: 500) where link.id == id {
      allows = link.allows
      break
    }
    for (allowance, isGiven) in allowances {
      if isGiven { allows.insert(allowance) } else { allows.remove(allowance) }
    }
    return allows
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
        id, expiresAt: expiry?.timestamp(), password: password, allows: try await allows(of: id, session.client),
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
