// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Gives all requests of a client their credential. A request that is challenged while somebody is being asked waits
/// for that credential.
actor SignInDesk {
  /// The number of times that asking has ended without a credential.
  private nonisolated let endings = Atomic<Int>(0)
  private let signIn: SignIn
  private let service: ServiceOrigin

  private var asking: Task<Credential?, any Error>?
  /// The delegates of the requests that wait for the credential.
  private var waiting: Set<ObjectIdentifier> = []
  /// The credential that was given last, until the service accepts it.
  private var unconfirmed: Credential?
  /// The number of times that somebody has been asked since the last success or end.
  private var prompts = 0
  private var lastEnding: WoofError?
  /// The accepted credential that the store could not keep; `nil` if the store has it.
  private var unsaved: Credential?

  init(_ signIn: SignIn, service: ServiceOrigin) {
    self.signIn = signIn
    self.service = service
  }

  /// The number of times that asking has ended without a credential; a request notes it when it begins.
  nonisolated var endingCount: Int { endings.load(ordering: .acquiring) }

  /// The credential that the service accepted last.
  func known() async -> Credential? {
    guard isSafe else { return nil }
    if let unsaved { return unsaved }
    return await signIn.store.credential(for: service.url)
  }

  /// A credential for a request that was challenged, or `nil` where there is none and nobody to be asked.
  ///
  /// - Parameters:
  ///   - request: The identity of the request.
  ///   - rejected: The credential with which the request was sent; `nil` for none.
  ///   - endingCount: The count of ended questions when the request began: one that has ended since counts for it too.
  ///   - isWanted: A closure that returns `true` as long as the request waits for its response.
  func credential(
    for request: ObjectIdentifier, insteadOf rejected: Credential?, since endingCount: Int, realm: String,
    isWanted: @Sendable () -> Bool
  ) async throws -> Credential? {
    if let lastEnding, endingCount < self.endingCount { throw lastEnding }
    guard isSafe else {
      throw WoofError(
        .insecureSignIn, "\(service.url) is plain HTTP, where others can read a password: use https://.")
    }
    if asking == nil, let unconfirmed, unconfirmed != rejected { return unconfirmed }
    guard isWanted() else { throw CancellationError() }
    let asking = self.asking ?? Task { try await ask(insteadOf: rejected, realm: realm) }
    self.asking = asking
    waiting.insert(request)
    defer { waiting.remove(request) }
    do {
      return try await asking.value
    } catch {
      // Those for whom somebody was asked may have left just before this one came.
      guard asking.isCancelled, waiting.contains(request) else { throw error }
      return try await credential(
        for: request, insteadOf: rejected, since: endingCount, realm: realm, isWanted: isWanted)
    }
  }

  /// A request does not wait any longer; when nobody does, nobody is asked.
  func leave(_ request: ObjectIdentifier) {
    waiting.remove(request)
    if waiting.isEmpty { asking?.cancel() }
  }

  /// The service has accepted a credential.
  func confirm(_ credential: Credential) async {
    if unconfirmed == credential { unconfirmed = nil }
    prompts = 0
    do {
      try await signIn.store.save(credential, for: service.url)
      unsaved = nil
    } catch {
      unsaved = credential
    }
  }

  /// The password has been changed.
  func replacePassword(_ password: String) async {
    guard let known = await known() else { return }
    await confirm(Credential(name: known.name, password: password))
  }

  /// Forgets every credential.
  func forget() async throws {
    (unconfirmed, unsaved, prompts) = (nil, nil, 0)
    try await signIn.store.removeCredential(for: service.url)
  }

  private var isSafe: Bool { service.isProtected || signIn.allowsPlainHTTP }

  private func ask(insteadOf rejected: Credential?, realm: String) async throws -> Credential? {
    defer { asking = nil }
    if let stored = await known() {
      if stored != rejected { return stored }
      try? await forget()
    }
    guard let controller = signIn.controller else { return nil }
    guard prompts < signIn.attemptLimit else {
      throw end(
        WoofError(
          .authenticationRequired, "Name or password is wrong, \(prompts) times now: check them, and try again."))
    }
    prompts += 1
    let prompt = SignInPrompt(
      reason: rejected == nil ? .required : .rejected, host: service.host, realm: realm, name: rejected?.name,
      attempt: prompts, attemptLimit: signIn.attemptLimit)
    do {
      try Task.checkCancellation()
      let given = try await controller.promptForCredential(prompt)
      unconfirmed = given
      return given
    } catch {
      if Task.isCancelled {
        (unconfirmed, prompts) = (nil, 0)
        throw error
      }
      throw end(
        WoofError(
          .signInCancelled, "The service wants to know who is there, and nobody signed in: sign in, and try again.",
          cause: error))
    }
  }

  private func end(_ error: WoofError) -> WoofError {
    (unconfirmed, prompts, lastEnding) = (nil, 0, error)
    endings.add(1, ordering: .acquiringAndReleasing)
    return error
  }
}
