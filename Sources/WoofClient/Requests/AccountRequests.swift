/// `GET /v1/me`: the account of the credential.
public struct AccountRequest: APIRequest, Hashable {
  /// Reads the account.
  public typealias Response = Account

  /// Makes the request.
  public init() {}

  /// The path.
  public var path: String { "/v1/me" }
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
  /// The path.
  public var path: String { "/v1/me/password" }
  /// Once it has been done, the current password is another one.
  public var isIdempotent: Bool { false }
  /// Both passwords.
  public var content: RequestContent? { get throws { try .json(Change(current: current, new: new)) } }
}
