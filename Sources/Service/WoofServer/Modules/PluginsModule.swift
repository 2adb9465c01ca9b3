// SPDX-License-Identifier: Apache-2.0

internal import WoofAPI
package import WoofCore
internal import WoofPlugins

/// Runs plugins in sandboxed workers: what decodes pictures, annotates them and derives from them.
package actor PluginsModule: WoofModule {
  /// `transformer.plugins`.
  package static let id: ModuleID = "transformer.plugins"
  /// The purpose of the module, in a sentence.
  package static let summary =
    "Runs plugins that decode, annotate and derive from pictures, each in a sandboxed process."

  let settings: PluginsSettings
  private let chains = PluginChains()

  /// Makes the module.
  package init(settings: PluginsSettings) { self.settings = settings }

  /// Starts the chain, and provides it where it has a step. Plugins that the configuration names have to work; where it
  /// names none, those that are found and do not work are told of in the log, and the service goes without.
  ///
  /// - Throws: ``WoofPlugins/PluginError`` where a plugin that the configuration names cannot be used.
  package func provision(_ scope: ModuleScope) async throws {
    let log = try scope.one(at: .log)
    let chains = chains
    scope.provide(PluginMetrics(chains: chains), at: .metrics)
    scope.provide(chains, at: .plugins)
    scope.provide(settings.disabled, at: .switchedOffPlugins)
    scope.provide(
      PictureTransformerBuilder { settings in
        let plugins = settings.modules.compactMap { $0 as? PluginsModule }.first
        return try await chains.start(plugins?.settings ?? .empty, log: log)
      }, at: .pictureTransformerBuilder)
    do {
      if let chain = try await chains.start(settings, log: log) { scope.provide(chain, at: .pictureTransformer) }
    } catch  where settings.steps.isEmpty {
      log.note(.error, "no plugins are run", ["reason": "\(error)"])
    }
  }

  /// Ends all workers.
  package func cleanUp() async { await chains.drain() }
}

/// Shows what plugins do.
struct PluginMetrics: MetricSource {
  let chains: PluginChains

  func write(to text: inout MetricsText) {
    let all = Dictionary(chains.counts.map { ($0.plugin, $0.counts) }) { $0.adding($1) }
      .sorted { $0.key < $1.key }
    text.begin("woof_plugin_jobs_total", .counter, "Jobs of plugins, by how they ended.")
    for (plugin, counts) in all {
      for (outcome, count) in counts.outcomes.sorted(by: { $0.key < $1.key }) {
        text.sample("woof_plugin_jobs_total", ["plugin": plugin, "outcome": outcome], count)
      }
    }
    let series: [(String, MetricsText.Kind, String, (PluginCounts) -> Double)] = [
      ("failed_attempts_total", .counter, "Attempts at jobs that failed.", { Double($0.failedAttemptCount) }),
      ("denied_calls_total", .counter, "System calls that jobs were denied.", { Double($0.deniedCallCount) }),
      ("workers_started_total", .counter, "Workers that were started.", { Double($0.startedWorkerCount) }),
      ("workers", .gauge, "Workers that run.", { Double($0.workerCount) }),
      ("jobs_running", .gauge, "Jobs that run.", { Double($0.busyCount) }),
      ("jobs_waiting", .gauge, "Jobs that wait.", { Double($0.waitingCount) }),
      ("switched_off", .gauge, "Whether the plugin is switched off for a while.", { $0.isSwitchedOff ? 1 : 0 }),
      ("processor_seconds_total", .counter, "Processor time of jobs.", { Double($0.processorMicroseconds) / 1e6 }),
      ("waited_seconds_total", .counter, "Time from asking to the answer.", { Double($0.waitedMicroseconds) / 1e6 }),
    ]
    for (name, kind, help, value) in series {
      text.begin("woof_plugin_\(name)", kind, help)
      for (plugin, counts) in all { text.sample("woof_plugin_\(name)", ["plugin": plugin], value(counts)) }
    }
  }
}
