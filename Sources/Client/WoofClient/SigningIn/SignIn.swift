// SPDX-License-Identifier: Apache-2.0

/// The way in which a client signs in: the controller that asks for a credential, and the store that keeps it.
public struct SignIn: Sendable {
  /// The controller that asks somebody for a name and a password; `nil` if nobody can be asked.
  public var controller: (any SignInController)?
  /// The store for a credential that the service has accepted; in memory by default.
  public var store: any CredentialStore
  /// The number of times that somebody is asked before the requests fail; 3 by default.
  public var attemptLimit: Int
  /// `true` to allow a password over plain HTTP to another machine; `false` by default, as everybody in between can
  /// read it.
  public var allowsPlainHTTP: Bool

  /// Makes a way to sign in; each part has the default that its property states.
  public init(
    controller: (any SignInController)? = nil, store: any CredentialStore = .memory, attemptLimit: Int = 3,
    allowsPlainHTTP: Bool = false
  ) {
    self.controller = controller
    self.store = store
    self.attemptLimit = attemptLimit
    self.allowsPlainHTTP = allowsPlainHTTP
  }

  /// Nobody signs in: what needs an account fails with ``WoofError/Code/authenticationRequired``.
  public static var anonymous: SignIn { SignIn() }

  /// Somebody is asked when the service wants to know who is there, and only then.
  public static func asking(_ controller: any SignInController, keepingIn store: any CredentialStore = .memory)
    -> SignIn
  {
    SignIn(controller: controller, store: store)
  }
}
