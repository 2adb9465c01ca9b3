// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofCommandLine
import WoofModel
import WoofTerminal

/// The way in which a command signs in: as the environment says, or else as `dogs login` has kept, or else by asking on
/// the terminal.
struct SigningIn: Sendable {
  private let options: ServiceOptions
  private let lines: LiveLines

  init(_ options: ServiceOptions, lines: LiveLines) {
    self.options = options
    self.lines = lines
  }

  /// Signs in at once with what is known already, since a service shows strangers less without asking who they are; and
  /// otherwise when the service asks.
  ///
  /// - Throws: `CommandFailure` where others may read the file with passwords.
  func signIn() throws -> SignIn { signIn(keepingIn: try sessionStore()) }

  /// Returns a store that starts with the credentials already known.
  ///
  /// - Throws: `CommandFailure` if others may read the file with passwords.
  func sessionStore() throws -> SessionCredentialStore {
    if let given { return SessionCredentialStore(given: given) }
    try options.credentials.check()
    return SessionCredentialStore(knowing: options.credentials.store, of: name)
  }

  /// Returns a store that starts with the credentials already known, but for the app passwords among them: an app password
  /// does not do for what changes the account.
  ///
  /// - Throws: `CommandFailure` if others may read the file with passwords.
  func accountStore() throws -> SessionCredentialStore {
    if let given { return SessionCredentialStore(given: given) }
    try options.credentials.check()
    return SessionCredentialStore(knowing: options.credentials.store, of: name, takesAppPasswords: false)
  }

  /// Signs in when the service asks, and has what it accepts kept by a store.
  ///
  /// - Parameter accounts: The store that may know whose app password is kept, so that only the password has to be asked
  ///   for; none by default.
  func signIn(keepingIn store: any CredentialStore, knowing accounts: SessionCredentialStore? = nil) -> SignIn {
    SignIn(controller: controller(knowing: accounts), store: store, allowsPlainHTTP: options.allowsPlainHTTP)
  }

  private var name: String? { options.environment.text("DOGS_USER") }

  private var given: Credential? {
    guard let name, let password = options.environment["DOGS_PASSWORD"] else { return nil }
    return Credential(name: name, password: password)
  }

  private func controller(knowing accounts: SessionCredentialStore?) -> any SignInController {
    guard let given else {
      return TerminalSignIn(name: name, knowing: accounts, lines: lines, keptIn: options.credentials.path)
    }
    return GivenSignIn(credential: given)
  }
}

/// Answers with what the environment says, once: what is wrong stays wrong.
struct GivenSignIn: SignInController {
  let credential: Credential

  func promptForCredential(_ prompt: SignInPrompt) throws -> Credential {
    guard prompt.reason == .required else {
      throw CodedFailure(
        "authentication-required",
        "DOGS_USER or DOGS_PASSWORD is wrong: \(prompt.host) has no account \(credential.name) with this password",
        exitCode: .signInFailed)
    }
    return credential
  }
}

/// Asks on the terminal, whatever the command's streams are connected to; the password is not shown.
struct TerminalSignIn: SignInController {
  /// The name of the account that signs in; `nil` to ask for it.
  let name: String?
  /// The store that may know whose app password is kept; `nil` for none.
  let accounts: SessionCredentialStore?
  let lines: LiveLines
  /// The file with what `dogs login` has kept, which is where a credential came from that was wrong at once.
  let file: String

  init(name: String?, knowing accounts: SessionCredentialStore? = nil, lines: LiveLines, keptIn file: String) {
    self.name = name
    self.accounts = accounts
    self.lines = lines
    self.file = file
  }

  func promptForCredential(_ prompt: SignInPrompt) async throws -> Credential {
    guard let terminal = Terminal() else { throw failure(without: prompt) }
    var known = name
    if known == nil { known = await accounts?.nameOfAppPassword }
    let name = known
    return try await withCheckedThrowingContinuation { continuation in
      // Reading blocks until somebody types.
      DispatchQueue.global().async {
        continuation.resume(with: Result { try lines.pausing { try ask(prompt, as: name, on: terminal) } })
      }
    }
  }

  private func failure(without prompt: SignInPrompt) -> CodedFailure {
    if prompt.reason == .rejected, let name = prompt.name {
      return CodedFailure(
        "authentication-required",
        "\(prompt.host) has no account \(name) with the password in \(file); sign in anew by: dogs login",
        exitCode: .signInFailed)
    }
    return CodedFailure(
      "sign-in-cancelled",
      "\(prompt.host) wants to know who is there, and there is no terminal to ask on: set DOGS_USER and DOGS_PASSWORD, "
        + "or use: dogs login", exitCode: .signInFailed)
  }

  private func ask(_ prompt: SignInPrompt, as name: String?, on terminal: Terminal) throws -> Credential {
    let service = "\(prompt.host) (\(prompt.realm))".printable
    terminal.write(
      prompt.reason == .rejected
        ? "Name or password is wrong; try \(prompt.attempt) of \(prompt.attemptLimit).\n"
        : "\(service) wants to know who you are.\n")
    let questions = PasswordPrompt(input: terminal.descriptor, output: terminal.descriptor)
    let name = try name ?? askForName(questions, lastly: prompt.name)
    return Credential(name: name, password: try questions.ask("Password for \(name.printable): "))
  }

  private func askForName(_ questions: PasswordPrompt, lastly name: String?) throws -> String {
    let given = try questions.askForName(name.map { "Name [\($0.printable)]: " } ?? "Name: ")
      .trimmingCharacters(in: .whitespaces)
    guard given.isEmpty else { return given }
    guard let name else { throw CommandFailure("no name was given", exitCode: .signInFailed) }
    return name
  }
}

/// Keeps credentials as long as the command runs, and knows the one that was given to it, or those that `dogs login` has
/// kept: who is asked for a password by another command has it written nowhere.
actor SessionCredentialStore: CredentialStore {
  private var credentials: [URL: Credential] = [:]
  private let given: Credential?
  private let kept: FileCredentialStore?
  /// The name of the account whose kept credential is used; `nil` for any account.
  private let name: String?
  private let takesAppPasswords: Bool
  /// The name of the account whose app password was kept and did not count; `nil` if none was met.
  private(set) var nameOfAppPassword: String?
  private var refused: Set<URL> = []

  /// Makes a store that knows one credential, for whatever service, until it is refused.
  init(given: Credential) {
    self.given = given
    kept = nil
    name = given.name
    takesAppPasswords = true
  }

  /// Makes a store that knows what `dogs login` has kept.
  ///
  /// - Parameters:
  ///   - name: The account whose credential counts; `nil` for any.
  ///   - takesAppPasswords: `false` if an app password that was kept does not count; `true` by default.
  init(knowing kept: FileCredentialStore, of name: String?, takesAppPasswords: Bool = true) {
    given = nil
    self.kept = kept
    self.name = name
    self.takesAppPasswords = takesAppPasswords
  }

  func credential(for service: URL) async -> Credential? {
    if let credential = credentials[service] { return credential }
    guard !refused.contains(service) else { return nil }
    if let given { return given }
    guard let known = await kept?.credential(for: service), name == nil || known.name == name else { return nil }
    guard takesAppPasswords || !known.isAppPassword else {
      nameOfAppPassword = known.name
      return nil
    }
    return known
  }

  func save(_ credential: Credential, for service: URL) { credentials[service] = credential }

  func removeCredential(for service: URL) {
    credentials[service] = nil
    refused.insert(service)
  }
}

extension Credential {
  /// `true` if the password has the form of an app password.
  var isAppPassword: Bool {
    password.hasPrefix(AppPasswordForm.prefix) && password.utf8.count == AppPasswordForm.byteCount
  }
}
