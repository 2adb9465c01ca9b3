internal import Synchronization
internal import WoofPlugins
internal import WoofService

/// The chains that have been started: the one there is, and those that come to their end.
final class PluginChains: Sendable {
  private let chains = Mutex<[PluginChain]>([])

  /// Builds and starts the chain of a configuration.
  ///
  /// - Returns: `nil` where it has no step: photos then wait for a chain that has.
  func start(_ settings: PluginsSettings, log: LogSink) async throws -> PluginChain? {
    let search = PluginSearch(in: settings.folders)
    for fault in search.faults { log.note(.warning, "plugin cannot be used", ["reason": fault.message]) }
    let steps = settings.steps.isEmpty ? Self.steps(of: search) : settings.steps.map(\.step)
    guard !steps.isEmpty else { return nil }
    let chain = try PluginChain(steps, from: search, settings: settings.workers) { log.note($0) }
    chains.withLock { chains in
      chains.removeAll(where: \.hasEnded)
      chains.append(chain)
    }
    try await chain.start()
    log.note(.info, "plugins are run", ["plugins": chain.names.joined(separator: " ")])
    return chain
  }

  /// Every plugin that was found, once: one of the same name in a later folder stands behind it.
  private static func steps(of search: PluginSearch) -> [PluginStep] {
    var names: Set<String> = []
    return search.plugins.filter { names.insert($0.manifest.name).inserted }.map {
      PluginStep(plugin: $0.manifest.name)
    }
  }

  /// What the plugins of all chains that have not ended do.
  var counts: [(plugin: String, counts: PluginCounts)] {
    chains.withLock(\.self).filter { !$0.hasEnded }.flatMap(\.counts)
  }

  /// Ends all chains.
  func drain() async {
    for chain in chains.withLock(\.self) where !chain.hasEnded { await chain.drain() }
  }
}

extension LogSink {
  /// Writes a line about a plugin.
  fileprivate func note(_ report: PluginReport) {
    let level: Level =
      switch report.level {
      case .debug: .debug
      case .info: .info
      case .warning: .warning
      case .error: .error
      }
    note(
      level, report.message,
      [
        "plugin": report.plugin, "job": report.job.map { "\($0)" } ?? "-", "outcome": report.outcome ?? "-",
        "detail": report.detail ?? "-",
      ])
  }
}
