public import WoofCore
internal import WoofPlugins
internal import WoofAPI

/// Runs plugins in sandboxed workers: what decodes pictures, annotates them and derives from them.
public actor PluginsModule: WoofModule {
  /// `transformer.plugins`.
  public static let id: ModuleID = "transformer.plugins"
  /// The purpose of the module, in a sentence.
  public static let summary =
    "Runs plugins that decode, annotate and derive from pictures, each in a sandboxed process."

  let settings: PluginsSettings
  private let chains = PluginChains()

  /// Makes the module.
  public init(settings: PluginsSettings) { self.settings = settings }

  /// Starts the chain, and provides it where it has a step. Plugins that the configuration names have to work; where it
  /// names none, those that are found and do not work are told of in the log, and the service goes without.
  ///
  /// - Throws: ``WoofPlugins/PluginError`` where a plugin that the configuration names cannot be used.
  public func provision(_ scope: ModuleScope) async throws {
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
  public func cleanUp() async { await chains.drain() }
}
