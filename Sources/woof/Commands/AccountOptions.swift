import WoofCommandLine
import WoofConfiguration
import WoofCore
import WoofCryptography
import WoofServer
import WoofStorage

/// The options that the account commands share: where the accounts are, and the service's configuration.
struct AccountOptions {
  private let configurationFile: String?
  private let folder: String?

  /// Declares and reads the data folder and the configuration, as `woof serve` has them.
  init(from reader: inout ArgumentReader) {
    folder = reader.option(
      "--data", .text("DIR"),
      "The data folder of the service, which may be running. By default the one of the configuration, or "
        + "\(EmbeddedStorageSettings.standardFolder).")
    configurationFile = reader.option(
      "--config", .text("FILE"),
      "The configuration of the service, a JSON5 file; by default woof.json5 of the data folder, where it exists.")
  }

  /// Declares and reads the data folder alone, for commands that need no configuration.
  static func data(from reader: inout ArgumentReader) -> String {
    reader.option(
      "--data", .text("DIR"), default: EmbeddedStorageSettings.standardFolder,
      "The data folder of the service, which may be running.")
  }

  /// - Throws: `ConfigurationError`; `CommandFailure` where the configuration has no data folder.
  private func settings() throws -> (folder: String, passwordCost: PasswordHash.Cost) {
    let overrides = folder.map {
      [
        ConfigurationOverride(option: "--data", path: ["modules", "storage.embedded", "folder"], text: $0)
      ]
    }
    let source = ConfigurationSource.file(
      configurationFile, orOf: folder ?? EmbeddedStorageSettings.standardFolder, overrides: overrides ?? [])
    let settings = try LiveConfiguration(source).started.root
    guard let folder = settings.dataFolder else {
      throw CommandFailure("The configuration has no data folder; name one by --data DIR.", exitCode: .usage)
    }
    return (folder, settings.passwordCost)
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
  func withAuthenticator(
    _ body: (Authenticator, any CredentialStore) async throws -> Void
  ) async throws -> ExitCode {
    let (folder, passwordCost) = try settings()
    let store = try EmbeddedStore(in: try DataFolder.open(at: folder, for: .accounts))
    let authenticator = Authenticator(
      credentials: store, time: SystemTimeSource(), workers: WorkerPool(name: "password", threadCount: 1),
      configuration: Authenticator.Configuration(passwordCost: passwordCost))
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
