// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The page at which somebody makes an account, as the service writes it. Scripts put a form in its place.
struct JoinPage: Sendable {
  /// The state of an invitation, or of a service that needs none.
  enum Content: Sendable {
    /// An account invites.
    case invitation(by: AccountName)
    /// Whoever comes may make an account.
    case open
    /// Nobody may without an invitation.
    case uninvited
    /// Nobody may by this invitation.
    case ended
    /// Nobody may.
    case off
  }

  let content: Content
  /// The beginning of the addresses of ``GalleryAssets``.
  let assetPath: String

  /// The page in HTML.
  ///
  /// - Parameter frame: The HTML with names in braces where the page puts something.
  func html(in frame: String) -> String {
    PageParts(assetPath: assetPath, title: title, description: sentence, preview: "", content: main).filling(frame)
  }

  /// `true` if an account can be made here.
  var isOpen: Bool {
    switch content {
    case .invitation, .open: true
    case .uninvited, .ended, .off: false
    }
  }

  private var title: String {
    if case .invitation(let name) = content { return "\(name) invites you to Woof" }
    return "Make an account on Woof"
  }

  private var sentence: String {
    switch content {
    case .invitation(let name): "\(name) invites you to share photos on Woof."
    case .open: "Make an account to share photos on Woof."
    case .uninvited: "Signing up here takes an invitation. Ask somebody who has an account for one."
    case .ended:
      "This invitation has been used up, has ended or been revoked, or never was. Ask for another one."
    case .off: "Nobody can sign up here. Ask whoever runs this service for an account."
    }
  }

  private var main: String {
    let hint = isOpen ? "\n<noscript><p>Scripts must run here to make an account.</p></noscript>" : ""
    return "<p class=\"empty\">\(HTMLText.escaped(sentence))</p>\(hint)"
  }
}
