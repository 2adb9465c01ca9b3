// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// `POST /v1/invitations`: makes an invitation to sign up.
public struct InvitationRequest: APIRequest, Hashable {
  /// Reads the invitation with its address.
  public typealias Response = Invitation
  /// The account's own words on it, of at most 100 characters; `nil` for none. Guests never see them.
  public var note: String?
  /// The maximum number of accounts that may be added by it, from 1 to 100.
  public var useLimit: Int
  /// The time from which it lets nobody in any more, within 30 days; `nil` for 7 days from now.
  public var expiresAt: Timestamp?

  /// Makes the request; by default of an invitation for one account, for 7 days.
  public init(note: String? = nil, useLimit: Int = 1, expiresAt: Timestamp? = nil) {
    self.note = note
    self.useLimit = useLimit
    self.expiresAt = expiresAt
  }

  private struct Draft: Encodable {
    var note: String?
    var useLimit: Int
    var expiresAt: Timestamp?
  }

  /// `POST`.
  public var method: HTTPMethod { .post }
  /// `/v1/invitations`.
  public var path: String { "/v1/invitations" }
  /// The note, the number of accounts and the end, as far as they are given.
  public var content: RequestContent? {
    get throws { try .json(Draft(note: note, useLimit: useLimit, expiresAt: expiresAt)) }
  }
}

/// `GET /v1/invitations`: a page of the account's invitations that have not expired, the newest first.
public struct InvitationPageRequest: APIRequest, Hashable {
  /// Reads the page.
  public typealias Response = InvitationPage
  /// The largest number of invitations on a page, from 1 to 500; `nil` for the service's default, 50.
  public var limit: Int?
  /// The cursor at which the page begins; `nil` for the first page.
  public var after: PageCursor?

  /// Makes the request.
  public init(limit: Int? = nil, after: PageCursor? = nil) {
    self.limit = limit
    self.after = after
  }

  /// `/v1/invitations`.
  public var path: String { "/v1/invitations" }
  /// The parameters that are given.
  public var query: [URLQueryItem] { .page(limit, after) }
}

/// `DELETE /v1/invitations/{id}`: revokes an invitation. The accounts that came by it stay.
public struct RevokeInvitationRequest: APIRequest, Hashable {
  /// There is nothing to read.
  public typealias Response = Void
  /// The ``Invitation/id`` of the invitation.
  public var id: String

  /// Makes the request.
  public init(id: String) { self.id = id }

  /// `DELETE`.
  public var method: HTTPMethod { .delete }
  /// `/v1/invitations/{id}`.
  public var path: String { "/v1/invitations/\(id)" }
}

/// `GET /v1/join/{token}`: who invites, as long as the invitation lets somebody in.
public struct ReceivedInvitationRequest: APIRequest, Hashable {
  /// Reads who invites.
  public typealias Response = ReceivedInvitation
  /// The invitation.
  public var link: InvitationLink

  /// Makes the request.
  public init(_ link: InvitationLink) { self.link = link }

  /// `/v1/join/{token}`.
  public var path: String { "/v1/join/\(link.token)" }
  /// Nobody is told who looks at it.
  public var sendsCredential: Bool { false }
}

/// An invitation as somebody has it who may sign up by it: its secret, and the service that it is for.
///
/// No description shows the secret.
public struct InvitationLink: Hashable, Sendable {
  /// The secret part of the invitation's address.
  public let token: String
  /// The address of the service, as the invitation's own tells it; `nil` for one of a token alone.
  public let serviceURL: URL?

  /// Reads the address of an invitation, as `https://photos.example.org/join/…`; `nil` for any other address.
  public init?(url: URL) {
    guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true), components.host?.isEmpty == false
    else { return nil }
    var segments = components.percentEncodedPath.split(separator: "/", omittingEmptySubsequences: false)
    if segments.last == "" { segments.removeLast() }
    guard let token = segments.popLast(), segments.popLast() == "join", SharedLink.isToken(token) else { return nil }
    components.percentEncodedPath = segments.joined(separator: "/")
    (components.query, components.fragment) = (nil, nil)
    self.token = String(token)
    serviceURL = components.url
  }

  /// Takes the secret part of an invitation's address; `nil` where the text is none.
  public init?(token: String) {
    guard SharedLink.isToken(token) else { return nil }
    self.token = token
    serviceURL = nil
  }
}

extension InvitationLink: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The service; the secret is not shown.
  public var description: String { "invitation\(serviceURL.map { " to \($0.absoluteString)" } ?? "") (not shown)" }
  /// The service; the secret is not shown.
  public var debugDescription: String { description }
  /// The service; the secret is not shown.
  public var customMirror: Mirror { Mirror(self, children: ["serviceURL": serviceURL as Any]) }
}
