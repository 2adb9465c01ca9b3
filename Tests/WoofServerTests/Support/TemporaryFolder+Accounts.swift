import WoofCore
import WoofStorage

@testable import TestSupport

extension TemporaryFolder {
  /// Adds an account with the standard password to the data folder in this one, beside whatever service it has.
  @discardableResult
  func addAccount(_ name: String) async throws -> Credential {
    let store = try EmbeddedStore(in: try DataFolder.open(at: path("data"), for: .accounts))
    guard let accountName = AccountName(name) else { throw TestFailure("\(name) is no name") }
    _ = try await store.addAccount(
      accountName, passwordHash: Credential.standardHash, isAdministrator: false, at: SystemTimeSource().now())
    await store.close()
    return Credential(name)
  }
}
