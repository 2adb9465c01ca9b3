// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofConfiguration
import WoofCore
import WoofHTTP
import WoofServer
import WoofStorage

/// The options of `woof serve`, which take precedence over the configuration file.
struct ServeOptions {
  let printsConfiguration: Bool
  let isDemo: Bool
  private let configurationFile: String?
  private let dataFolder: String
  private let samples: String?
  private let overrides: [ConfigurationOverride]

  init(from reader: inout ArgumentReader) {
    configurationFile = reader.option("--config", .text("FILE"), "The configuration, a JSON5 file.")
    var overrides: [ConfigurationOverride] = []
    let http = ["modules", "service.http"]
    let named = reader.option(
      "--data", .text("DIR"),
      "The folder that holds photos and records, or what a node keeps to itself; it is made where there is none. "
        + DataFolderOption.standard)
    let folder = named ?? DataFolderOption.environment
    dataFolder = folder ?? EmbeddedStorageSettings.standardFolder
    if let folder {
      let origin = named == nil ? DataFolderOption.variable : "--data"
      overrides += DataFolderOption.overrides(option: origin, folder: folder)
    }
    let listen = reader.options(
      "--listen", .text("ADDRESS"), "Where to listen: HOST:PORT, [IPv6]:PORT or unix:/PATH.")
    if !listen.isEmpty {
      overrides.append(ConfigurationOverride(option: "--listen", path: http + ["listen"], texts: listen))
    }
    let metrics = reader.options(
      "--metrics-listen", .text("ADDRESS"), "Where to answer /metrics to whoever asks; nowhere by default.")
    if !metrics.isEmpty {
      overrides.append(
        ConfigurationOverride(option: "--metrics-listen", path: http + ["metrics", "listen"], texts: metrics))
    }
    if let file = reader.option("--tls-cert", .text("FILE"), "The TLS certificate and those that vouch for it, PEM.") {
      overrides.append(ConfigurationOverride(option: "--tls-cert", path: http + ["tls", "certificate"], text: file))
    }
    if let file = reader.option("--tls-key", .text("FILE"), "The private key of the TLS certificate, PEM.") {
      overrides.append(ConfigurationOverride(option: "--tls-key", path: http + ["tls", "key"], text: file))
    }
    if reader.flag("--tls-self-signed", "Makes a certificate for development and keeps it in the data folder.") {
      overrides.append(
        ConfigurationOverride(option: "--tls-self-signed", path: http + ["tls", "selfSigned"], flag: true))
    }
    if reader.flag(
      "--insecure-plain-http",
      "Listens without TLS on addresses that other machines reach. Passwords travel in the clear.")
    {
      overrides.append(
        ConfigurationOverride(option: "--insecure-plain-http", path: http + ["insecurePlainHTTP"], flag: true))
    }
    isDemo = reader.flag(
      "--demo", "Fills an empty data folder with sample photos and the account dog / woof; loopback only.")
    samples = reader.option("--samples", .text("DIR"), "Where the sample photos of --demo are.")
    printsConfiguration = reader.flag("--print-config", "Prints the effective configuration and ends.")
    self.overrides = overrides
  }

  /// The configuration in force.
  ///
  /// - Throws: `ConfigurationError`; `UsageError` where nothing but options is wrong, and `CommandFailure` where `--demo`
  ///   would be reachable from other machines.
  func configuration() throws -> LiveConfiguration {
    let configuration: LiveConfiguration
    do {
      configuration = try LiveConfiguration(source)
    } catch let error as ConfigurationError where error.problems.allSatisfy(\.isOfOption) {
      throw UsageError(command: "woof serve", message: "\(error)")
    }
    if isDemo, !configuration.started.root.isLocal {
      throw CommandFailure(
        "--demo has a password that everybody knows, so it listens on loopback only. Take --listen 127.0.0.1:9663, or "
          + "leave out --demo.", exitCode: .usage)
    }
    return configuration
  }

  /// The options by which another command finds the accounts of this service.
  func place(of folder: String) -> String {
    let file = configurationFile.map { "--config \(DataFolder.absolute($0)) " } ?? ""
    return "\(file)--data \(DataFolder.absolute(folder))"
  }

  private var source: ConfigurationSource {
    .file(configurationFile, orOf: dataFolder, overrides: overrides)
  }

  /// An error with the options that gave what it is about, where the command line did.
  func naming(_ error: ModuleError) -> any Error {
    guard let cause = error.cause as? HTTPServerError else { return error }
    let names: Set<String> =
      switch cause.code {
      case .addressInUse, .cannotListen: ["--listen", "--metrics-listen"]
      case .badCertificate: ["--tls-cert", "--tls-key"]
      default: []
      }
    let used = overrides.compactMap(\.option).filter { names.contains($0) }
    return used.isEmpty ? error : CommandFailure("\(used.joined(separator: ", ")): \(cause)")
  }

  /// The folder of sample photos, where `--demo` asks for them.
  var demoSamples: String? {
    guard isDemo else { return nil }
    return samples ?? Installation.sampleFolder
  }
}

extension ConfigurationProblem {
  /// `true` if the problem is about an option of the command line.
  fileprivate var isOfOption: Bool {
    if case .option = place { true } else { false }
  }
}
