// SPDX-License-Identifier: Apache-2.0

import CLinux
import WoofCommandLine
import WoofConfiguration
import WoofCore
import WoofHTTP
import WoofServer
import WoofAPI
import WoofStorage

/// Runs the service until it is told to stop.
struct ServeCommand: Command {
  static let name = "serve"
  static let summary = "Runs the service until SIGTERM or ^C."
  static let discussion = """
    The configuration is a JSON5 file; without --config, woof.json5 of the data folder is read where it exists. \
    --print-config shows every key with its documentation, default and value, and ends.

    SIGHUP reads the TLS certificate and the configuration again: the log's level, pictures, plugins and the limits of \
    failed sign-ins count at once, and the log names what else has changed and needs a restart. SIGUSR1 opens the file of \
    the log anew. SIGTERM and ^C let running answers finish within the drain deadline; a second one ends at \
    once, and loses nothing that was answered.
    """

  private let options: ServeOptions

  init(from reader: inout ArgumentReader) { options = ServeOptions(from: &reader) }

  func run() async throws -> ExitCode {
    let configuration = try options.configuration()
    if options.printsConfiguration {
      StandardStream.output.write(configuration.started.rendered())
      return .done
    }
    if !configuration.started.root.allowsCoreDumps { _ = woof_forbid_core_dumps() }
    let signals = try ProcessSignals()
    let log = try Self.openLog(configuration.started.root)
    defer { log.close() }
    do {
      try await run(configuration, log: log, until: signals)
    } catch let error as ModuleError {
      throw options.naming(error)
    }
    log.note(.info, "stopped")
    return .done
  }

  private func run(_ configuration: LiveConfiguration, log: LogSink, until signals: ProcessSignals) async throws {
    try await WoofServer.run(configuration, log: log) { service in
      if let samples = options.demoSamples { try await DemoContent(folder: samples).fill(service) }
      service.observeStopRequests { signals.requestStop() }
      announce(service, configuration.started.root, log: log)
      await adviseIfEmpty(service, configuration.started.root, log: log)
      await serve(service, configuration, log: log, until: signals)
      service.tellSystemd(.stopping)
      log.note(.info, "stopping")
    }
  }

  private static func openLog(_ server: ServerSettings) throws -> LogSink {
    let settings = server.log
    if let file = settings.file {
      if let folder = server.dataFolder, try DataFolder.keeps(file, in: folder) {
        throw CommandFailure("log.file: \(file) belongs to the data folder \(folder); choose another file")
      }
      return try LogSink(
        path: file, format: settings.format ?? .json, level: settings.level,
        refusalLines: settings.refusalLines)
    }
    return LogSink(
      format: settings.format ?? (StandardStream.error.isTerminal ? .logfmt : .json), level: settings.level,
      refusalLines: settings.refusalLines)
  }

  private func serve(
    _ service: RunningService, _ configuration: LiveConfiguration, log: LogSink, until signals: ProcessSignals
  ) async {
    for await signal in signals.arriving {
      switch signal {
      case .hangUp: await reload(service, configuration, log: log)
      case .reopenLog: log.reopen()
      case .stop: return
      }
    }
  }

  private func announce(_ service: RunningService, _ server: ServerSettings, log: LogSink) {
    if let folder = server.dataFolder { log.note(.info, "keeping data", ["folder": DataFolder.absolute(folder)]) }
    for address in service.addresses { log.note(.info, "listening", ["address": address]) }
    for address in service.metricsAddresses { log.note(.info, "answering metrics", ["address": address]) }
    if let address = service.administrationAddress { log.note(.info, "administered", ["address": address]) }
    service.tellSystemd(.ready)
    guard options.isDemo, let address = service.addresses.first else { return }
    StandardStream.output.write(DemoContent.invitation(address: address))
  }

  /// Says how the first account is added, where there is none.
  private func adviseIfEmpty(_ service: RunningService, _ server: ServerSettings, log: LogSink) async {
    guard let folder = server.dataFolder, (try? await service.hasAccounts()) == false else { return }
    let command = "woof account add --admin NAME \(options.place(of: folder))"
    log.note(.info, "nobody has an account yet; add the first administrator by: \(command)")
  }

  private func reload(_ service: RunningService, _ configuration: LiveConfiguration, log: LogSink) async {
    service.tellSystemd(.reloading)
    do {
      try service.reload()
      log.note(.info, "certificates were read again")
    } catch {
      log.note(.error, "the certificates were not changed", ["error": "\(error)"])
    }
    do {
      let reading = try await configuration.readAgain()
      log.note(
        .info, "the configuration was read again",
        reading.changed.isEmpty ? [:] : ["changed": reading.changed.joined(separator: ", ")])
      if !reading.waiting.isEmpty {
        log.note(
          .warning, "changes of the configuration need a restart of the service to count",
          ["keys": reading.waiting.joined(separator: ", ")])
      }
    } catch {
      log.note(.error, "the configuration was not changed", ["error": "\(error)"])
    }
    service.tellSystemd(.ready)
  }
}
