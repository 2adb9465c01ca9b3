// SPDX-License-Identifier: Apache-2.0

/// Asks somebody for a name and a password: by a form, on a terminal, or by looking them up.
public protocol SignInController: Sendable {
  /// Asks. However many requests wait for the answer, it is called once at a time, for one of them. When all of them
  /// are cancelled, so is the task that asks: a form goes away then. When only the one that it is called for is
  /// cancelled, the task may be cancelled too, and it is called anew for the next.
  ///
  /// - Throws: Anything, where there is no answer: the requests that wait then fail with
  ///   ``WoofError/Code/signInCancelled``, and the error as their cause.
  func promptForCredential(_ prompt: SignInPrompt) async throws -> Credential
}
