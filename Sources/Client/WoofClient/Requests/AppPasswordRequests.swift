// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// `POST /v1/me/app-passwords`: makes a password for one app.
public struct AppPasswordRequest: APIRequest, Hashable {
  /// Reads the app password with the password itself.
  public typealias Response = AppPassword
  /// The name of the app or the device, of 1 to 100 characters.
  public var name: String
  /// The scopes that it gets, one at least.
  public var scopes: AppPasswordScopes
  /// The time from which it is no longer taken; `nil` for one that ends by being revoked alone.
  public var expiresAt: Timestamp?

  /// Makes the request; for an app password without an end by default.
  public init(name: String, scopes: AppPasswordScopes, expiresAt: Timestamp? = nil) {
    self.name = name
    self.scopes = scopes
    self.expiresAt = expiresAt
  }

  private struct Draft: Encodable {
    var name: String
    var scopes: AppPasswordScopes
    var expiresAt: Timestamp?
  }

  /// `POST`.
  public var method: HTTPMethod { .post }
  /// `/v1/me/app-passwords`.
  public var path: String { "/v1/me/app-passwords" }
  /// The name, the scopes, and the end where there is one.
  public var content: RequestContent? {
    get throws { try .json(Draft(name: name, scopes: scopes, expiresAt: expiresAt)) }
  }
}

/// `GET /v1/me/app-passwords`: a page of the account's app passwords, the newest first.
public struct AppPasswordPageRequest: APIRequest, Hashable {
  /// Reads the page.
  public typealias Response = AppPasswordPage
  /// The largest number of app passwords on a page, from 1 to 500; `nil` for the service's default, 50.
  public var limit: Int?
  /// The cursor at which the page begins; `nil` for the first page.
  public var after: PageCursor?

  /// Makes the request.
  public init(limit: Int? = nil, after: PageCursor? = nil) {
    self.limit = limit
    self.after = after
  }

  /// `/v1/me/app-passwords`.
  public var path: String { "/v1/me/app-passwords" }
  /// The parameters that are given.
  public var query: [URLQueryItem] { .page(limit, after) }
}

/// `DELETE /v1/me/app-passwords/{id}`, and `/v1/me/app-passwords/current`: revokes an app password.
public struct RevokeAppPasswordRequest: APIRequest, Hashable {
  /// There is nothing to read.
  public typealias Response = Void
  /// The ``AppPassword/id`` of the app password; `nil` for the one with which the request signs in.
  public var id: String?

  /// Makes the request; by default for the app password with which it signs in.
  public init(id: String? = nil) { self.id = id }

  /// `DELETE`.
  public var method: HTTPMethod { .delete }
  /// `/v1/me/app-passwords/{id}`, or `/v1/me/app-passwords/current`.
  public var path: String { "/v1/me/app-passwords/\(id ?? "current")" }
}
