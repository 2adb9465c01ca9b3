// SPDX-License-Identifier: Apache-2.0

/// `GET /v1/me`: the account of the credential.
public struct AccountRequest: APIRequest, Hashable {
  /// Reads the account.
  public typealias Response = Account

  /// Makes the request.
  public init() {}

  /// `/v1/me`.
  public var path: String { "/v1/me" }
}

/// `GET /v1/me/view`: digests of everything that the account sees.
public struct AccountViewRequest: APIRequest, Hashable {
  /// Reads the digests.
  public typealias Response = AccountView

  /// Makes the request.
  public init() {}

  /// `/v1/me/view`.
  public var path: String { "/v1/me/view" }
}

/// `GET /v1/me/uploads`: the uploads that the account has begun and not finished.
public struct OpenUploadsRequest: APIRequest, Hashable {
  /// Reads the list.
  public typealias Response = OpenUploadList

  /// Makes the request.
  public init() {}

  /// `/v1/me/uploads`.
  public var path: String { "/v1/me/uploads" }
}

/// `PUT /v1/me/password`: changes the password of the account.
public struct ChangePasswordRequest: APIRequest {
  /// There is nothing to read.
  public typealias Response = Void
  /// The password that holds.
  public var current: String
  /// The password that shall hold.
  public var new: String

  /// Makes the request.
  public init(current: String, new: String) {
    self.current = current
    self.new = new
  }

  private struct Change: Encodable {
    var current: String
    var new: String
  }

  /// `PUT`.
  public var method: HTTPMethod { .put }
  /// `/v1/me/password`.
  public var path: String { "/v1/me/password" }
  /// Once it has been done, the current password is another one.
  public var isIdempotent: Bool { false }
  /// Both passwords.
  public var content: RequestContent? { get throws { try .json(Change(current: current, new: new)) } }
}

/// `POST /v1/accounts`: adds an account for whoever asks, where the service lets everybody sign up, or by an invitation. The
/// password is in the body: send it over `https` only.
public struct SignUpRequest: APIRequest {
  /// Reads the new account.
  public typealias Response = Account
  /// The name of the account.
  public var name: String
  /// The password of the new account, in plain text.
  public var password: String
  /// The invitation; `nil` where the service needs none.
  public var invitation: InvitationLink?

  /// Makes the request to a service that needs no invitation.
  public init(name: String, password: String) { self.init(name: name, password: password, invitation: nil) }

  /// Makes the request.
  public init(name: String, password: String, invitation: InvitationLink?) {
    self.name = name
    self.password = password
    self.invitation = invitation
  }

  private struct Draft: Encodable {
    var name: String
    var password: String
    var invitation: String?
  }

  /// `POST`.
  public var method: HTTPMethod { .post }
  /// `/v1/accounts`.
  public var path: String { "/v1/accounts" }
  /// A name that was taken by the first try is taken for the second.
  public var isIdempotent: Bool { false }
  /// Whoever has no account yet has no credential.
  public var sendsCredential: Bool { false }
  /// The name, the password, and the invitation where there is one.
  public var content: RequestContent? {
    get throws { try .json(Draft(name: name, password: password, invitation: invitation?.token)) }
  }
}
