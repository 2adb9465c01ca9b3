// SPDX-License-Identifier: Apache-2.0

package import WoofConfiguration
package import WoofCore
package import WoofCryptography
package import WoofAPI

/// The whole configuration of `woof serve`.
package struct ServerSettings: ConfigurationSection {
  /// The modules that are compiled in, in the order in which they depend on each other.
  package static let registry: ModuleRegistry = {
    do {
      return try ModuleRegistry([
        EmbeddedStorageModule.self, PostgresStorageModule.self, S3StorageModule.self, ImageStructureModule.self,
        PluginsModule.self,
        TusModule.self,
        HTTPServiceModule.self,
      ])
    } catch {
      preconditionFailure("the modules that are compiled in do not go together: \(error)")
    }
  }()

  /// The level, the format and the other settings of the log.
  package let log: LogSettings
  /// The ways in which administrators reach the service.
  package let administration: AdministrationSettings
  /// `true` if the memory of the process may be dumped when it crashes, and looked at by a debugger; it may not by default.
  package let allowsCoreDumps: Bool
  /// The modules that are enabled, in the order in which they depend on each other.
  package let modules: [any WoofModule]

  /// The module that serves HTTP, where it is enabled.
  var httpService: HTTPServiceModule? { modules.lazy.compactMap { $0 as? HTTPServiceModule }.first }

  /// The place of the records; `nil` where no module keeps any.
  package var recordPlace: RecordPlace? {
    for module in modules {
      if let module = module as? EmbeddedStorageModule { return .folder(module.folderPath) }
      if let module = module as? PostgresStorageModule {
        let blobs = modules.lazy.compactMap { $0 as? S3StorageModule }.first
        return .shared(module.settings, blobs?.settings)
      }
    }
    return nil
  }

  /// The folder of the service's files: of everything, or of what a node keeps to itself where nodes share the records.
  package var dataFolder: String? {
    switch recordPlace {
    case .folder(let path): path
    case .shared(let settings, _): settings.folder
    case nil: nil
    }
  }

  /// The cost of a new hash of a password.
  package var passwordCost: PasswordHash.Cost {
    httpService?.settings.signIn.configuration.passwordCost ?? .standard
  }

  /// `true` if only this machine can reach the service.
  package let isLocal: Bool

  /// Reads the configuration; the modules are those of ``registry``.
  package init(from reader: inout ConfigurationReader) {
    log = reader.section("log", "What is written about requests and events.")
    administration = reader.section("administration", "How the service is administered.")
    allowsCoreDumps = reader.value(
      "coreDumps", .boolean, default: false,
      "Lets the system write the process's memory to a file when it crashes, and debuggers look at it; passwords and keys "
        + "are in there.")
    modules = reader.section("modules", "The parts of the service, each under its id.") { reader in
      let modules = Self.registry.read(from: &reader)
      if modules.contains(where: { $0 is EmbeddedStorageModule }),
        modules.contains(where: { $0 is PostgresStorageModule })
      {
        reader.refuse(
          PostgresStorageModule.id.rawValue,
          because: "records are kept by one module: set enabled of storage.embedded, or of this one, to false")
      }
      return modules
    }
    isLocal = modules.allSatisfy { ($0 as? HTTPServiceModule)?.isLocal ?? true }
  }
}

/// The settings of the log: its file, the form of its lines, its level, and its limit for refusals.
package struct LogSettings: ConfigurationSection {
  /// The file that lines are appended to; `nil` is standard error.
  package let file: String?
  /// The form of the lines; `nil` chooses logfmt for standard error that is a terminal, and JSON for everything else.
  package let format: LogSink.Format?
  /// Lines below this level are not written.
  package let level: LogSink.Level
  /// The number of lines per minute for each kind of refusal, from 1 to 1,000,000; 100 by default.
  ///
  /// At most a fifth of them tell of one address; one line counts those that are not written.
  package let refusalLines: Int

  /// Reads the section.
  package init(from reader: inout ConfigurationReader) {
    file = reader.value(
      "file", .optional(.string), default: nil,
      "A file to append lines to, instead of standard error. SIGUSR1 opens it anew, as log rotation needs it.")
    format = reader.value(
      "format", .optional(.choice(of: LogSink.Format.self)), default: nil,
      "How lines are written; by default logfmt on a terminal and json elsewhere.")
    level = reader.value(
      "level", .choice(of: LogSink.Level.self), default: .info,
      "Which lines are written: this level and those above it. Requests are of level info.")
    refusalLines = reader.value(
      "refusalLines", .integer(in: 1...1_000_000), default: 100,
      "How many lines a minute tell of failed sign-ins, and of requests that are answered 401, 429 and 503, each; a fifth "
        + "of them of one address. The others are counted in one line.")
  }
}
