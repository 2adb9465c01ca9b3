// SPDX-License-Identifier: Apache-2.0

import Foundation
import URLLoading
import WoofClient

/// The app that the examples of Documentation/testing.md test.
actor MyApp {
  private let service: URL
  private var client: WoofClient?

  init(service: URL) { self.service = service }

  func signIn(_ name: String, _ password: String) async throws {
    let client = WoofClient(
      baseURL: service, session: URLSession(configuration: .ephemeral),
      signIn: .asking(GivenCredential(credential: Credential(name: name, password: password))))
    try await client.signIn()
    self.client = client
  }

  func likeFirstPhoto() async throws {
    guard let client else { return }
    for try await photo in client.photos() {
      _ = try await client.setFavourite(true, for: photo.id)
      return
    }
  }

  private struct GivenCredential: SignInController {
    let credential: Credential

    func promptForCredential(_ prompt: SignInPrompt) async throws -> Credential { credential }
  }
}
