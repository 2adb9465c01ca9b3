/// How a client signs in.
public struct SignIn: Sendable {
  /// Who is asked for a name and a password; `nil` where nobody is there to be asked.
  public var controller: (any SignInController)?
  /// Where a credential is kept that the service has accepted; in memory by default.
  public var store: any CredentialStore
  /// How often somebody is asked before the requests fail; three times by default.
  public var attemptLimit: Int
  /// Whether a password may be sent over plain HTTP to another machine than this one; `false` by default, as everybody
  /// in between can read it.
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
