import Foundation
import WoofClient

extension Park {
  /// Keeps whoever has just signed in signed in, by a password for this app alone.
  func staySignedIn(as name: String, at url: URL, in store: any CredentialStore) async throws {
    let made = try await service.makeAppPassword(named: "Dogs on my phone", for: [.read, .like, .upload])
    guard let password = made.password else { return }
    try await store.save(Credential(name: name, password: password), for: url)
  }
}
