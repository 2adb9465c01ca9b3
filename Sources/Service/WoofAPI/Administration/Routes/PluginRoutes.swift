// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The plugins that are found.
struct PluginRoutes: Sendable {
  let plugins: (any PluginAdministration)?
  let configuration: (any ConfigurationAdministration)?
  let workers: WorkerPool

  var routes: [AdministrationRoute] {
    [
      AdministrationRoute(.get, "/admin/v1/plugins", parameters: ["after", "limit"]) { context in
        try AdministrationResponse.page(try await all(), by: \.name, context.query)
      },
      AdministrationRoute(.post, "/admin/v1/plugins/{name}/enable", changing: "plugins.enable") { context in
        try await setDisabled(false, context)
      },
      AdministrationRoute(.post, "/admin/v1/plugins/{name}/disable", changing: "plugins.disable") { context in
        try await setDisabled(true, context)
      },
      AdministrationRoute(.post, "/admin/v1/plugins/reload", changing: "plugins.reload") { _ in try reload() },
    ]
  }

  private func all() async throws -> [AdminPlugin] {
    guard let plugins else { return [] }
    return try await workers.run { plugins.plugins() }
  }

  private func plugin(_ name: String) async throws -> AdminPlugin {
    guard let plugin = try await all().first(where: { $0.name == name }) else {
      throw WoofError(.notFound, "No plugin of this name was found.")
    }
    return plugin
  }

  private func setDisabled(_ isDisabled: Bool, _ context: AdministrationContext) async throws -> AdministrationChange {
    let plugin = try await plugin(context.text("name"))
    let (configuration, key) = try found()
    return AdministrationChange(subject: plugin.name) {
      let isChange = (plugin.state == .disabled) != isDisabled
      let verb = isDisabled ? "disables" : "enables"
      return AdminPlan(
        summary: isChange ? "\(verb) the plugin \(plugin.name)" : "changes nothing: the plugin \(plugin.name) is so")
    } perform: {
      let current = try await configuration.configuration()
      var names = current.texts(of: key)
      names.removeAll { $0 == plugin.name }
      if isDisabled { names.append(plugin.name) }
      if names != current.texts(of: key) {
        _ = try await configuration.change(
          [key: .array(names.sorted().map { .string($0) })], of: current.version)
      }
      return try AdministrationResponse.json(200, try await self.plugin(plugin.name))
    }
  }

  private func reload() throws(WoofError) -> AdministrationChange {
    let (configuration, _) = try found()
    return AdministrationChange {
      AdminPlan(summary: "reads again what the configuration says of pictures and plugins")
    } perform: {
      try await configuration.reload()
      return try AdministrationResponse.json(200, AdminPage(items: try await all()))
    }
  }

  private func found() throws(WoofError) -> (any ConfigurationAdministration, key: String) {
    guard let configuration, let plugins else {
      throw WoofError(.notImplemented, "Plugins of this service cannot be changed while it runs.")
    }
    return (configuration, plugins.disablingKey)
  }
}

extension AdminConfiguration {
  /// The texts that a key holds a list of; none where there is no such key.
  fileprivate func texts(of key: String) -> [String] {
    guard case .array(let values)? = settings.first(where: { $0.key == key })?.value else { return [] }
    return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }
}
