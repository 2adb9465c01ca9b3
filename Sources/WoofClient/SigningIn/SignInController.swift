/// Asks somebody for a name and a password: by a form, on a terminal, or by looking them up.
public protocol SignInController: Sendable {
  /// Asks. However many requests wait for the answer, it is called once at a time. When all of them are cancelled, so is
  /// the task that asks: a form goes away then.
  ///
  /// - Throws: Anything, where there is no answer: the requests that wait then fail with
  ///   ``WoofError/Code/signInCancelled``, and the error as their cause.
  func promptForCredential(_ prompt: SignInPrompt) async throws -> Credential
}
