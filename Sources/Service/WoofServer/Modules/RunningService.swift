// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofHTTP
package import WoofAPI

/// The running service, for whoever started it.
package struct RunningService: Sendable {
  /// The photos, and everything that can be done with them.
  package var library: PhotoLibrary { parts.library }
  /// The favourites, and everything that can be done with them.
  package var favourites: FavouriteLibrary { parts.favourites }
  /// Takes photos in.
  package var intake: PhotoIntake { parts.intake }
  /// Derives from pictures; `nil` where nothing does.
  package var pictures: PictureDerivation? { parts.pictures }
  /// The log of changes.
  package var changes: any ChangeLog { parts.changes }
  /// Threads for what blocks.
  package var workers: WorkerPool { parts.workers }
  /// The accounts.
  package var credentials: any CredentialStore { parts.credentials }

  package let parts: WoofService.Parts
  /// The server engine.
  package let server: HTTPServer
  let service: WoofService
  let builder: PictureTransformerBuilder?
  let process: RunningProcess
  let administration: AdministrationServer?
  let metrics: HTTPServer?
  let order: TransformerOrder?

  /// The routes that are served.
  package var routeTable: [(method: HTTPMethod, pattern: String)] { service.routeTable }

  /// The addresses at which the service listens, as URLs, or `unix:` and a path.
  package var addresses: [String] { server.boundAddresses.map(\.description) }

  /// The address of the admin socket, as `unix:` and a path; `nil` if there is none.
  package var administrationAddress: String? { administration?.server.boundAddresses.first?.description }

  /// The addresses at which anybody can read the metrics, as URLs, or as `unix:` and a path; empty by default.
  package var metricsAddresses: [String] { metrics?.boundAddresses.map(\.description) ?? [] }

  /// `true` if there is an account, so that somebody can sign in.
  package func hasAccounts() async throws -> Bool {
    guard let store = credentials as? any AdministrationStore else { return try await !credentials.accounts().isEmpty }
    return try await !store.accounts(after: nil, limit: 1).isEmpty
  }

  /// Has `stop` called when an administrator asks for the service to be stopped. Without this, administrators cannot.
  package func observeStopRequests(_ stop: @escaping @Sendable () -> Void) { process.observeStop(stop) }

  /// Tells systemd how the service is doing, where systemd started it.
  package func tellSystemd(_ state: SystemdNotifier.State) { SystemdNotifier().notify(state) }

  /// Reads the TLS certificates again; connections that exist keep theirs.
  ///
  /// - Throws: ``WoofHTTP/HTTPServerError`` where one is wrong; the old ones then stay in use.
  package func reload() throws { try server.reload() }

  /// Takes up what a new configuration says of pictures: which are derived, and by what. A new transformer is built and
  /// checked first, then it takes the old one's place, and the old one ends what it has begun. Everything else in the
  /// configuration counts from the next start on.
  ///
  /// - Throws: An error that keeps the new transformer from working; the old one then stays in use.
  package func reloadPictures(as settings: ServerSettings) async throws {
    guard let pictures, let http = settings.httpService else { return }
    let transformer = if let builder { try await rebuilt(by: builder, settings) } else { pictures.current.transformer }
    let old = pictures.replace(with: PictureSetup(transformer: transformer, variants: http.settings.pictures.variants))
    if builder != nil { await old.transformer?.drain() }
  }

  /// The steps behind the inspecting ones at the beginning of the chain, with plugins that have been started anew; those
  /// end again where the chain cannot be made of them.
  private func rebuilt(
    by builder: PictureTransformerBuilder, _ settings: ServerSettings
  ) async throws -> (any PictureTransforming)? {
    let built = try await builder.build(settings)
    guard let order else { return built }
    do {
      let plugins = settings.modules.compactMap { $0 as? PluginsModule }.first
      return try order.plan(with: built, switchedOff: plugins?.settings.disabled ?? []).pictures
    } catch {
      await built?.drain()
      throw error
    }
  }

  /// Lets settings count while the service runs.
  ///
  /// - Throws: As ``reloadPictures(as:)``; nothing else has been changed then.
  func apply(_ changes: Set<LiveSetting>, of settings: ServerSettings) async throws {
    if changes.contains(.pictures) { try await reloadPictures(as: settings) }
    if changes.contains(.log) { parts.log.level = settings.log.level }
    if changes.contains(.signIn), let http = settings.httpService {
      parts.authenticator.setLimits(http.settings.signIn.configuration.limits)
    }
  }
}
