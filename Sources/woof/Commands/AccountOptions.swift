import WoofCommandLine
import WoofCore
import WoofServer
import WoofStorage

/// What the account commands share.
enum AccountOptions {
  /// Declares and reads the data folder.
  static func data(from reader: inout ArgumentReader) -> String {
    reader.option(
      "--data", .text("DIR"), default: EmbeddedStorageSettings.standardFolder,
      "The data folder of the service, which may be running.")
  }

  /// An account's name.
  ///
  /// - Throws: `CommandFailure` where the text is none.
  static func name(_ text: String) throws -> AccountName {
    guard let name = AccountName(text) else {
      throw CommandFailure("\(text) is no name of an account. A name is \(AccountName.rule).", exitCode: .usage)
    }
    return name
  }

  /// Opens the accounts of a data folder, also beside a running service, and closes them afterwards.
  static func withAuthenticator(
    in data: String, _ body: (Authenticator, any CredentialStore) async throws -> Void
  ) async throws -> ExitCode {
    let store = try EmbeddedStore(in: try DataFolder.open(at: data, for: .accounts))
    let authenticator = Authenticator(
      credentials: store, time: SystemTimeSource(), workers: WorkerPool(name: "password", threadCount: 1))
    do {
      try await body(authenticator, store)
    } catch {
      await store.close()
      throw error
    }
    await store.close()
    return .done
  }
}
