// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// The list of routes of the HTTP API, by feature; ``AdministrationRoutes`` lists those of the admin API, and
/// ``MetricsPage`` has its own, as it has to know all others.
struct ServiceRoutes: Sendable {
  let service: WoofService.Parts
  let cache: PhotoCache
  let pageCache: PageCache
  let similar: SimilarPhotos
  let duplicates: DuplicatePhotos
  let pages: ChangePages
  let tokens: ChangeTokenCoder
  let feed: EventFeed
  let readiness: Readiness
  /// Finds browser sessions; `nil` where there are none.
  let sessions: BrowserSessionGate?
  /// The visibility of a photo whose upload does not give one.
  let defaultVisibility: Visibility
  /// The rules for who may add an account, and who may invite others to.
  let signUp: SignUpPolicy
  /// The origins at which the service is found.
  let origins: OriginConfiguration
  /// `true` if there are pages for people.
  let hasGallery: Bool

  var routes: [ServiceRoute] {
    photos + timelines + uploads + favourites + albums + links + archives + feeds + accounts + operations + gallery
  }

  /// `/v1/photos`, `/v1/photos/{id}`, `…/original`, `…/variants/{name}` and `…/restore`, and many photos at once.
  private var photos: [ServiceRoute] {
    PhotoRoutes(
      library: service.library, favourites: service.favourites, cache: cache, pageCache: pageCache, audit: trail,
      workers: service.workers
    ).routes
      + OriginalRoutes(cache: cache).routes
      + PhotoBatchRoutes(
        photos: AuditedPhotos(library: service.library, audit: trail), favourites: service.favourites,
        albums: auditedAlbums, workers: service.workers
      ).routes
  }

  /// `/v1/timeline` and what is below it.
  private var timelines: [ServiceRoute] {
    guard let timelines = service.timelines else { return [] }
    return TimelineRoutes(
      timelines: timelines, albums: service.albums, changes: service.changes, tokens: tokens, workers: service.workers
    ).routes
  }

  /// `POST /v1/photos`, `/v1/uploads/{id}` and `/v1/me/uploads` for uploads that may be resumed, `/v1/tus` for those that speak tus, and the
  /// tickets for uploads without a credential.
  private var uploads: [ServiceRoute] {
    let uploads = uploadRoutes
    let open = service.uploads.map { OpenUploadRoutes(uploads: $0).routes } ?? []
    return uploads.routes + open + tus(uploads) + tickets(uploads)
  }

  private var uploadRoutes: UploadRoutes {
    UploadRoutes(
      additionResponse: PhotoAdditionResponse(library: service.library, favourites: service.favourites),
      intake: service.intake, credentials: service.credentials, uploads: service.uploads, workers: service.workers,
      defaultVisibility: defaultVisibility)
  }

  private func tus(_ routes: UploadRoutes) -> [ServiceRoute] {
    guard let tus = service.tus, let uploads = service.uploads else { return [] }
    return TusRoutes(
      uploads: uploads, intake: service.intake, quotas: routes.quotas, pump: routes.pump,
      defaultVisibility: defaultVisibility, partLimit: tus.partLimit
    ).routes
  }

  private func tickets(_ uploads: UploadRoutes) -> [ServiceRoute] {
    guard let tickets = service.tickets else { return [] }
    return
      TicketRoutes(
        tickets: tickets, quotas: uploads.quotas, origins: origins, defaultVisibility: defaultVisibility, audit: trail
      ).routes
      + TicketUploadRoutes(
        tickets: tickets, intake: service.intake, quotas: uploads.quotas, library: service.library,
        pump: uploads.pump, uploads: service.uploads, audit: trail
      ).routes
  }

  /// `/v1/photos/{id}/favourite` and `/v1/me/favourites`.
  private var favourites: [ServiceRoute] {
    FavouriteRoutes(library: service.favourites, photos: service.library, workers: service.workers).routes
  }

  /// `/v1/albums` and what is below it, and `/v1/me/albums`.
  private var albums: [ServiceRoute] {
    guard let albums = auditedAlbums else { return [] }
    return AlbumRoutes(
      albums: albums, favourites: service.favourites, pageCache: pageCache, workers: service.workers
    ).routes
  }

  private var auditedAlbums: AuditedAlbums? { service.albums.map { AuditedAlbums(library: $0, audit: trail) } }

  /// `/v1/links`, and `/v1/shared/{token}` with what they show and what guests do.
  private var links: [ServiceRoute] {
    guard let links = service.links, let gate = sharedGate else { return [] }
    return ShareLinkRoutes(links: links, authenticator: service.authenticator, origins: origins, audit: trail).routes
      + SharedRoutes(
        gate: gate, cache: cache, pageCache: pageCache, pictures: service.pictures, workers: service.workers
      ).routes
      + GuestRoutes(gate: gate).routes
      + GuestUploadRoutes(
        gate: gate, intake: service.intake, quotas: uploadRoutes.quotas, library: service.library,
        pump: uploadRoutes.pump, audit: trail
      ).routes
  }

  /// `/v1/archives`, and the archives of albums and of what share links show.
  private var archives: [ServiceRoute] {
    guard let archives = service.archives else { return [] }
    return ArchiveRoutes(
      library: archives, digests: service.archiveDigests, cache: cache, pictures: service.pictures, gate: sharedGate,
      workers: service.workers
    ).routes
  }

  private var sharedGate: SharedGate? {
    service.links.map { SharedGate(links: $0, authenticator: service.authenticator, time: service.time) }
  }

  /// `/v1/changes` and `/v1/events`.
  private var feeds: [ServiceRoute] { FeedRoutes(pages: pages, feed: feed).routes }

  /// `/v1/accounts`, `/v1/sessions`, `/v1/me` and what an account has.
  private var accounts: [ServiceRoute] {
    let document = AccountJSON(
      defaultVisibility: defaultVisibility, standardQuota: service.intake.limits.quota, signUp: signUp)
    return AccountRoutes(
      library: service.library, favourites: service.favourites, credentials: service.credentials,
      authenticator: service.authenticator, similar: similar, document: document, audit: trail,
      uploads: service.uploads, sessions: sessions, workers: service.workers
    ).routes
      + DuplicateRoutes(
        duplicates: duplicates, favourites: service.favourites, workers: service.workers
      ).routes
      + appPasswords
      + browserSessions
      + invitations
      + SignUpRoutes(
        authenticator: service.authenticator, invitations: service.invitations, document: document,
        rule: signUp.rule, audit: trail
      ).routes
  }

  /// `/v1/me/app-passwords`.
  private var appPasswords: [ServiceRoute] {
    service.appPasswords.map { AppPasswordRoutes(passwords: $0, audit: trail).routes } ?? []
  }

  /// `/v1/sessions` and `/v1/me/sessions`.
  private var browserSessions: [ServiceRoute] {
    sessions.map { BrowserSessionRoutes(gate: $0, authenticator: service.authenticator, audit: trail).routes } ?? []
  }

  /// `/v1/invitations`, and `/v1/join/{token}` for whom they are for.
  private var invitations: [ServiceRoute] {
    service.invitations.map { InvitationRoutes(invitations: $0, origins: origins, audit: trail).routes } ?? []
  }

  /// `/healthz` and its like, and `/v1/service`.
  private var operations: [ServiceRoute] {
    OperationRoutes(readiness: readiness).routes
      + ServiceDescription(
        signUp: signUp.rule, defaultVisibility: defaultVisibility,
        photoByteLimit: service.intake.limits.originalByteCount, pictures: service.pictures,
        keepsSessionsOnPlainHTTP: sessions?.cookie.isKeptOnPlainHTTP
      ).routes
  }

  /// `/`, `/photos/{id}`, `/albums/{id}`, `/s/{token}`, `/join/{token}` and what those pages are made of.
  private var gallery: [ServiceRoute] {
    guard hasGallery else { return [] }
    return GalleryRoutes(
      library: service.library, albums: service.albums, origins: origins, shared: sharedGate,
      invitations: service.invitations, signUp: signUp.rule
    ).routes
  }

  private var trail: AuditTrail? { service.audit.map { AuditTrail(audit: $0, log: service.log) } }
}
