// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WoofClient

@testable import TestKit

/// Replies to prompts as a test says, and notes them.
final class TestSignIn: SignInController {
  private let reply: @Sendable (SignInPrompt) async throws -> Credential
  private let noted = Mutex<[SignInPrompt]>([])

  init(_ reply: @escaping @Sendable (SignInPrompt) async throws -> Credential) { self.reply = reply }

  var prompts: [SignInPrompt] { noted.withLock { $0 } }

  func promptForCredential(_ prompt: SignInPrompt) async throws -> Credential {
    noted.withLock { $0.append(prompt) }
    return try await reply(prompt)
  }
}

/// Somebody who gives no credential.
struct NobodyThere: Error {}
