// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofConfiguration
import WoofCore
import WoofCryptography
import WoofModel
import WoofServer

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
  private func settings() throws -> (place: RecordPlace, passwordCost: PasswordHash.Cost) {
    let overrides = folder.chosen.map { DataFolderOption.overrides(option: "--data", folder: $0) } ?? []
    let source = ConfigurationSource.file(configurationFile, orOf: folder.given, overrides: overrides)
    let settings = try LiveConfiguration(source).started.root
    guard let place = settings.recordPlace else {
      throw CommandFailure("The configuration has no data folder; name one by --data DIR.", exitCode: .usage)
    }
    return (place, settings.passwordCost)
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

  /// Opens the accounts, also beside a running service, says where they are, and closes them afterwards.
  ///
  /// - Throws: `StorageError` with the code `no-store` where there is no service's folder; `WoofError` where a database
  ///   cannot be used; `ConfigurationError`; what the body throws.
  func withAccounts(
    _ body: (OpenAccounts) async throws -> Void
  ) async throws -> ExitCode {
    let (place, passwordCost) = try settings()
    let opened = try await OpenedAccounts.open(at: place)
    let folder =
      switch place {
      case .folder(let path): DataFolderOption(chosen: path)
      case .shared(let settings, _): DataFolderOption(chosen: settings.folder)
      }
    if !printsJSON { folder.tell() }
    let authenticator = Authenticator(
      credentials: opened.credentials, time: SystemTimeSource(), workers: WorkerPool(name: "password", threadCount: 1),
      configuration: Authenticator.Configuration(passwordCost: passwordCost))
    do {
      try await body(
        OpenAccounts(
          authenticator: authenticator, credentials: opened.credentials, audit: AccountAudit(in: opened.audit),
          folder: folder))
    } catch {
      await opened.close()
      throw error
    }
    await opened.close()
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
