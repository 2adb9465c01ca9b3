import Foundation
import URLLoading

/// Asks somebody for a name and a password.
public protocol SignInController: Sendable {
  /// Returns the name and the password; throws where there are none.
  func promptForCredential() async throws -> (name: String, password: String)
}

/// Replies to the challenges of one task with what a sign-in controller brings.
public final class AuthenticationDelegate: NSObject, URLSessionTaskDelegate {
  private let signInController: any SignInController

  /// Makes a delegate that asks a controller.
  public init(signInController: any SignInController) { self.signInController = signInController }

  /// Replies to a Basic challenge, and leaves others to the system.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodHTTPBasic else {
      return (.performDefaultHandling, nil)
    }
    do {
      let (name, password) = try await signInController.promptForCredential()
      return (.useCredential, URLCredential(user: name, password: password, persistence: .forSession))
    } catch {
      return (.cancelAuthenticationChallenge, nil)
    }
  }
}
