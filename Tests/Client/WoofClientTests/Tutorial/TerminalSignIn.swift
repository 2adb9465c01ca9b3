import WoofClient

/// Asks on the terminal.
struct TerminalSignIn: SignInController {
  struct NoAnswer: Error {}

  func promptForCredential(_ prompt: SignInPrompt) async throws -> Credential {
    if prompt.reason == .rejected { print("Name or password is wrong.") }
    print("Sign in to \(prompt.realm) at \(prompt.host)")
    print("Name: ", terminator: "")
    guard let name = readLine() else { throw NoAnswer() }
    print("Password: ", terminator: "")
    guard let password = readLine() else { throw NoAnswer() }
    return Credential(name: name, password: password)
  }
}
