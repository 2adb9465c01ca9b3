// SPDX-License-Identifier: Apache-2.0

internal import WoofAdministration
internal import WoofCore
internal import WoofModel

/// The routes of the admin API, but for ``MetricsPage/administrationRoute``, which has to know all others.
struct AdministrationRoutes: Sendable {
  let administration: Administration
  let service: WoofService.Parts
  let pages: ChangePages
  let feed: EventFeed
  let verifier: BlobVerifier
  /// The origins at which the service is found.
  let origins: OriginConfiguration

  private var store: any AdministrationStore { administration.store }

  /// Writes what is changed into the audit log.
  var trail: AuditTrail { AuditTrail(audit: administration.audit, log: service.log) }

  var routes: [AdministrationRoute] {
    let library = service.library
    var routes: [AdministrationRoute] = []
    routes +=
      ProcessRoutes(process: administration.process, configuration: administration.configuration).routes
    routes += ConfigurationRoutes(configuration: administration.configuration).routes
    routes +=
      PluginRoutes(
        plugins: administration.plugins, configuration: administration.configuration, workers: service.workers
      ).routes
    routes +=
      StatisticsRoutes(
        process: administration.process, store: store, quarantine: administration.quarantine,
        workers: service.workers, time: service.time
      ).routes
    routes +=
      AccountAdministrationRoutes(
        credentials: service.credentials, authenticator: service.authenticator, store: store, uploads: service.uploads,
        time: service.time, standardQuota: service.intake.limits.quota
      ).routes
    routes +=
      PhotoAdministrationRoutes(
        library: library, store: store, credentials: service.credentials, pictures: service.pictures,
        time: service.time
      ).routes
    routes +=
      ContentAdministrationRoutes(
        library: library, store: store, audit: trail, verifier: verifier, pictures: service.pictures
      ).routes
    routes +=
      FavouriteAdministrationRoutes(
        library: service.favourites, store: store, credentials: service.credentials
      ).routes
    if let passwords = service.appPasswords {
      routes += AppPasswordAdministrationRoutes(passwords: passwords, credentials: service.credentials).routes
    }
    if let sessions = service.browserSessions {
      routes += BrowserSessionAdministrationRoutes(sessions: sessions, credentials: service.credentials).routes
    }
    if let invitations = service.invitations {
      routes +=
        InvitationAdministrationRoutes(
          invitations: invitations, credentials: service.credentials, origins: origins
        ).routes
    }
    if let tickets = service.tickets {
      routes += TicketAdministrationRoutes(tickets: tickets, credentials: service.credentials).routes
    }
    if let albums = service.albums {
      routes += AlbumAdministrationRoutes(albums: albums, credentials: service.credentials).routes
    }
    if let links = service.links {
      routes += LinkAdministrationRoutes(links: links, credentials: service.credentials).routes
    }
    routes +=
      QuarantineRoutes(
        quarantine: administration.quarantine ?? NoQuarantine(), workers: service.workers, audit: trail
      ).routes
    routes += FeedAdministrationRoutes(pages: pages, feed: feed).routes
    routes += JobRoutes(runner: administration.jobs, audit: trail).routes
    routes += AuditRoutes(audit: administration.audit).routes
    return routes
  }
}

/// An empty quarantine, for stores that set nothing aside.
private struct NoQuarantine: QuarantineStore {
  func quarantined() throws -> [AdminQuarantined] { [] }
  func quarantinedCount() throws -> Int { 0 }
  func openQuarantined(_ digest: Digest) throws -> (any BlobFile)? { nil }
  func removeQuarantined(_ digest: Digest) throws -> Bool { false }
}
