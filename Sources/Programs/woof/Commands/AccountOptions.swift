// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofConfiguration
import WoofCore
import WoofCryptography
import WoofModel
import WoofServer
import WoofStorage

/// The options that the account commands share: the data folder, the service's configuration, and the form of results.
struct AccountOptions: Sendable {
  let printsJSON: Bool
  private let configurationFile: String?
  private let folder: DataFolderOption

  /// Declares and reads the options.
  init(from reader: inout ArgumentReader) {
    folder = DataFolderOption(from: &reader)
    configurationFile = reader.option(
      "--config", .text("FILE"),
      "The configuration of the service, a JSON5 file; by default woof.json5 of the data folder, where it exists.")
    printsJSON = reader.flag("--json", "Prints results and errors as JSON, one object a line.")
  }

  /// - Throws: `ConfigurationError`; `CommandFailure` where the configuration has no data folder.
  private func settings() throws -> (folder: DataFolderOption, passwordCost: PasswordHash.Cost) {
    let overrides = folder.chosen.map {
      ConfigurationOverride(option: "--data", path: ["modules", "storage.embedded", "folder"], text: $0)
    }
    let source = ConfigurationSource.file(
      configurationFile, orOf: folder.given, overrides: overrides.map { [$0] } ?? [])
    let settings = try LiveConfiguration(source).started.root
    guard let folder = settings.dataFolder else {
      throw CommandFailure("The configuration has no data folder; name one by --data DIR.", exitCode: .usage)
    }
    return (DataFolderOption(chosen: folder), settings.passwordCost)
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

  /// Opens the accounts of the data folder, also beside a running service, says which folder that is, and closes them
  /// afterwards.
  ///
  /// - Throws: `StorageError` with the code `no-store` where there is no service's folder; `ConfigurationError`; what
  ///   the body throws.
  func withAccounts(
    _ body: (OpenAccounts) async throws -> Void
  ) async throws -> ExitCode {
    let (folder, passwordCost) = try settings()
    let dataFolder = try DataFolder.open(at: folder.path, for: .accounts)
    let store = try EmbeddedStore(in: dataFolder)
    if !printsJSON { folder.tell() }
    let authenticator = Authenticator(
      credentials: store, time: SystemTimeSource(), workers: WorkerPool(name: "password", threadCount: 1),
      configuration: Authenticator.Configuration(passwordCost: passwordCost))
    do {
      try await body(
        OpenAccounts(
          authenticator: authenticator, credentials: store, audit: AccountAudit(in: dataFolder), folder: folder))
    } catch {
      await store.close()
      throw error
    }
    await store.close()
    return .done
  }

  /// Prints as JSON which account was changed, and where.
  func printChanged(_ name: AccountName, in folder: DataFolderOption) {
    guard printsJSON else { return }
    StandardStream.output.write(
      JSONObject.line { writer in
        writer.name("name")
        writer.value(name.text)
        folder.write(to: &writer)
      })
  }
}

/// The accounts of a data folder that a command has opened.
struct OpenAccounts {
  let authenticator: Authenticator
  let credentials: any CredentialStore
  let audit: AccountAudit
  let folder: DataFolderOption
}
