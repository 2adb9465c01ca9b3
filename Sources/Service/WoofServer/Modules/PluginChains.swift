// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofAdministration
internal import WoofModel
internal import WoofPlugins
internal import WoofAPI

/// The chains that have been started: the one there is, and those that come to their end.
final class PluginChains: Sendable {
  /// The chain that was started last, with its settings and the plugins that could not be used then.
  private struct Latest {
    var settings = PluginsSettings.empty
    var chain: PluginChain?
    var refused: Set<RefusedPlugin> = []
  }

  private let chains = Mutex<[PluginChain]>([])
  private let latest = Mutex(Latest())

  /// Builds and starts the chain of a configuration.
  ///
  /// - Returns: `nil` where it has no step: photos then wait for a chain that has.
  /// - Throws: ``WoofPlugins/PluginError`` where a plugin that is named, or that the chain before this one runs, cannot be
  ///   used; that chain runs on then.
  func start(_ settings: PluginsSettings, log: LogSink) async throws -> PluginChain? {
    let search = PluginSearch(in: settings.folders)
    for fault in search.faults { log.note(.warning, "plugin cannot be used", ["reason": fault.message]) }
    try checkThatNoneBroke(search, settings)
    let refused = Set(search.refused)
    let steps = settings.chain(of: search)
    guard !steps.isEmpty else {
      latest.withLock { $0 = Latest(settings: settings, refused: refused) }
      return nil
    }
    let chain = try PluginChain(steps, from: search, settings: settings.workers) { log.note($0) }
    chains.withLock { chains in
      chains.removeAll(where: \.hasEnded)
      chains.append(chain)
    }
    try await chain.start()
    latest.withLock { $0 = Latest(settings: settings, chain: chain, refused: refused) }
    log.note(.info, "plugins are run", ["plugins": chain.names.joined(separator: " ")])
    return chain
  }

  /// Throws if no plugin is named and one that runs has become unusable: half an installation must not end what works.
  /// A plugin that has been taken away is done without.
  private func checkThatNoneBroke(_ search: PluginSearch, _ settings: PluginsSettings) throws(PluginError) {
    guard settings.steps.isEmpty else { return }
    let (chain, known) = latest.withLock { ($0.chain, $0.refused) }
    // A plugin that is refused is known by its file only, so what is wrong is what has come to be wrong since.
    guard let broken = search.refused.first(where: { !known.contains($0) }) else { return }
    let found = Set(search.plugins.map(\.manifest.name))
    let missing = (chain?.counts ?? []).map { $0.plugin }.filter { name in
      !found.contains(name) && !settings.disabled.contains(name)
    }
    guard missing.isEmpty else { throw broken.error }
  }

  /// The counts of the plugins of all chains that have not ended.
  var counts: [(plugin: String, counts: PluginCounts)] {
    chains.withLock(\.self).filter { !$0.hasEnded }.flatMap(\.counts)
  }

  /// Ends all chains.
  func drain() async {
    for chain in chains.withLock(\.self) where !chain.hasEnded { await chain.drain() }
  }
}

extension PluginChains: PluginAdministration {
  var disablingKey: String { LiveSetting.disabledPlugins }

  func plugins() -> [AdminPlugin] {
    let (settings, chain) = latest.withLock { ($0.settings, $0.chain) }
    let search = PluginSearch(in: settings.folders)
    let names = settings.chain(of: search).map(\.plugin)
    let counts = Dictionary(chain?.counts ?? []) { $0.adding($1) }
    var seen: Set<String> = []
    let found = search.plugins.filter { seen.insert($0.manifest.name).inserted }.map { plugin in
      AdminPlugin(
        plugin, position: names.firstIndex(of: plugin.manifest.name).map { $0 + 1 },
        isDisabled: settings.disabled.contains(plugin.manifest.name), counts: counts[plugin.manifest.name])
    }
    let refused = search.refused.filter { seen.insert($0.name).inserted }.map { refused in
      AdminPlugin(
        name: refused.name, version: nil, folder: refused.folder, state: .refused, problem: refused.error.message)
    }
    return (found + refused).sorted { $0.name < $1.name }
  }
}

extension AdminPlugin {
  fileprivate init(_ plugin: Plugin, position: Int?, isDisabled: Bool, counts: PluginCounts?) {
    let state: State =
      if isDisabled {
        .disabled
      } else if position == nil {
        .unused
      } else if counts?.isSwitchedOff ?? false {
        .backingOff
      } else {
        counts?.workerCount ?? 0 > 0 ? .running : .idle
      }
    self.init(
      name: plugin.manifest.name, version: plugin.manifest.version, folder: plugin.folder, state: state,
      position: position, workerCount: counts?.workerCount ?? 0,
      jobCount: counts?.outcomes.values.reduce(0, +) ?? 0, failureCount: counts?.failedAttemptCount ?? 0,
      problem: state.problem)
  }
}

extension AdminPlugin.State {
  /// The reason for which a plugin that can be loaded is not used, in words; `nil` if there is none.
  var problem: String? {
    guard self == .backingOff else { return nil }
    return "it failed too often and is switched off for a while; the log says how it failed"
  }
}

extension PluginsSettings {
  /// The steps of the chain: those that are named, or else every plugin that was found, once; but for disabled ones.
  fileprivate func chain(of search: PluginSearch) -> [PluginStep] {
    var names: Set<String> = []
    let found = search.plugins.filter { names.insert($0.manifest.name).inserted }.map {
      PluginStep(plugin: $0.manifest.name)
    }
    return (steps.isEmpty ? found : steps.map(\.step)).filter { !disabled.contains($0.plugin) }
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
