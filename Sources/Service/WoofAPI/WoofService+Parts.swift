// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofJobs
package import WoofModel

extension WoofService {
  /// The parts that a service is made of.
  package struct Parts: Sendable {
    /// The photos, and everything that can be done with them.
    package var library: PhotoLibrary
    /// The favourites, and everything that can be done with them.
    package var favourites: FavouriteLibrary
    /// The photos as they stand in time; `nil` where no store tells.
    package var timelines: (any TimelineStore)?
    /// The albums, and everything that can be done with them; `nil` where there are none.
    package var albums: AlbumLibrary?
    /// The share links; `nil` where there are none.
    package var links: ShareLinks?
    /// The archives; `nil` where there are none.
    package var archives: ArchiveLibrary?
    /// The digests of whole archives; `nil` where none are computed.
    package var archiveDigests: ArchiveDigests?
    /// Takes photos in.
    package var intake: PhotoIntake
    /// Derives from pictures; `nil` where nothing does.
    package var pictures: PictureDerivation?
    /// The log of changes.
    package var changes: any ChangeLog
    /// The log of changes of albums and links; `nil` where there is none.
    package var sharing: (any SharingLog)?
    /// The accounts.
    package var credentials: any CredentialStore
    /// The passwords of apps; `nil` where there are none.
    package var appPasswords: AppPasswords?
    /// The sessions of browsers; `nil` where there are none.
    package var browserSessions: BrowserSessions?
    /// The invitations to sign up; `nil` where there are none.
    package var invitations: Invitations?
    /// Checks credentials.
    package var authenticator: Authenticator
    /// The key that change tokens are signed with.
    package var tokenKey: [UInt8]
    /// The destination of log lines.
    package var log: LogSink
    /// The metrics that `/metrics` shows besides the service's own.
    package var metricSources: [any MetricSource]
    /// Uploads that may be resumed; `nil` where none may.
    package var uploads: ResumableUploads?
    /// The settings of uploads by tus; `nil` where the service does not speak it.
    package var tus: TusConfiguration?
    /// Tickets for uploads without a credential; `nil` where there are none.
    package var tickets: UploadTickets?
    /// The log of what administrators do and of changes of accounts; `nil` where none is kept.
    package var audit: AuditLog?
    /// The sources that tell if the stores can be relied on, for `/readyz`; none by default.
    package var conditions: [any StoreCondition]
    /// Threads for what blocks.
    package var workers: WorkerPool
    /// The source of the current time.
    package var time: any TimeSource

    /// Gathers the parts.
    package init(
      library: PhotoLibrary, favourites: FavouriteLibrary, intake: PhotoIntake, pictures: PictureDerivation?,
      changes: any ChangeLog, credentials: any CredentialStore, authenticator: Authenticator, tokenKey: [UInt8],
      log: LogSink,
      metricSources: [any MetricSource] = [], uploads: ResumableUploads? = nil, tickets: UploadTickets? = nil,
      audit: AuditLog? = nil, conditions: [any StoreCondition] = [], workers: WorkerPool, time: any TimeSource
    ) {
      self.library = library
      self.favourites = favourites
      self.intake = intake
      self.pictures = pictures
      self.changes = changes
      self.credentials = credentials
      self.authenticator = authenticator
      self.tokenKey = tokenKey
      self.log = log
      self.metricSources = metricSources
      self.uploads = uploads
      self.tickets = tickets
      self.audit = audit
      self.conditions = conditions
      self.workers = workers
      self.time = time
    }
  }
}

extension WoofService.Parts {
  /// The log of changes of albums and links, with the clock; `nil` where there is none.
  var sharingFeed: SharingFeed? { sharing.map { SharingFeed(log: $0, time: time) } }
}

/// The sizes, limits and rules of the HTTP API.
package struct ServiceConfiguration: Hashable, Sendable {
  /// The number of bytes of photos and records that all loops together keep in memory; 64 MB by default.
  package var cacheByteCount: Int
  /// The largest number of bytes of an original that is kept in memory; longer ones are sent from their files. 64 KB by
  /// default.
  package var cacheInlineByteCount: Int
  /// The number of photos of the queue that are derived from at once; 2 by default.
  package var derivationJobCount: Int
  /// The visibility of a photo whose upload does not give one; by default, only its owner may read it.
  package var defaultVisibility: Visibility
  /// The rules for who may add an account, and who may invite others to; nobody may by default.
  package var signUp = SignUpPolicy()
  /// `true`, the default, if there are pages for people at `/`; without them there is only the API.
  package var hasGallery = true
  /// `true`, the default, if what is text is compressed for clients that take that.
  package var compressesResponses = true
  /// `true` if browsers keep sessions also where they reach the service without TLS from elsewhere; `false` by default.
  package var keepsSessionsOnPlainHTTP = false
  /// The limits and the pacing of the live feed.
  package var feed: EventFeedConfiguration
  /// The origins that the service is for; its own only by default.
  package var origins = OriginConfiguration()
  /// The rates at which one client is served; by default 1,000 requests a second by account, 2,000 by address.
  package var rates = RequestRates()

  /// Makes a configuration.
  package init(
    cacheByteCount: Int = 64_000_000, cacheInlineByteCount: Int = 65_536, derivationJobCount: Int = 2,
    defaultVisibility: Visibility = .private, feed: EventFeedConfiguration = EventFeedConfiguration()
  ) {
    self.cacheByteCount = cacheByteCount
    self.cacheInlineByteCount = cacheInlineByteCount
    self.derivationJobCount = derivationJobCount
    self.defaultVisibility = defaultVisibility
    self.feed = feed
  }
}
