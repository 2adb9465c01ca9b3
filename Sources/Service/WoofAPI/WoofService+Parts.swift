public import WoofCore
public import WoofModel

extension WoofService {
  /// What a service stands on.
  public struct Parts: Sendable {
    /// What can be done with photos.
    public var library: PhotoLibrary
    /// The accounts.
    public var credentials: any CredentialStore
    /// Checks credentials.
    public var authenticator: Authenticator
    /// What change tokens are signed with.
    public var tokenKey: [UInt8]
    /// Where log lines go.
    public var log: LogSink
    /// What else `/metrics` shows.
    public var metricSources: [any MetricSource]
    /// Uploads that may be resumed; `nil` where none may.
    public var uploads: ResumableUploads?
    /// The log of what administrators do and of changes of accounts; `nil` where none is kept.
    public var audit: AuditLog?
    /// The sources that tell if the stores can be relied on, for `/readyz`; none by default.
    public var conditions: [any StoreCondition]

    /// Gathers the parts.
    public init(
      library: PhotoLibrary, credentials: any CredentialStore, authenticator: Authenticator, tokenKey: [UInt8],
      log: LogSink, metricSources: [any MetricSource] = [], uploads: ResumableUploads? = nil, audit: AuditLog? = nil,
      conditions: [any StoreCondition] = []
    ) {
      self.library = library
      self.credentials = credentials
      self.authenticator = authenticator
      self.tokenKey = tokenKey
      self.log = log
      self.metricSources = metricSources
      self.uploads = uploads
      self.audit = audit
      self.conditions = conditions
    }
  }
}

/// How the HTTP API behaves.
public struct ServiceConfiguration: Hashable, Sendable {
  /// How many bytes of photos and records all loops together remember; 64 MB by default.
  public var cacheByteCount: Int
  /// Up to which length an original is remembered in memory; longer ones are sent from their files. 64 KB by default.
  public var cacheInlineByteCount: Int
  /// How many photos of the queue are derived from at once; 2 by default.
  public var derivationJobCount: Int
  /// The visibility of a photo whose upload does not give one; by default, only its owner may read it.
  public var defaultVisibility: Visibility
  /// `true` if whoever reaches the service may add an account; nobody may by default.
  public var allowsSignUp = false
  /// How the live feed behaves.
  public var feed: EventFeedConfiguration
  /// The origins that the service is for; its own only by default.
  public var origins = OriginConfiguration()
  /// The rates at which one client is answered; by default 1,000 requests a second by account, 2,000 by address.
  public var rates = RequestRates()

  /// Makes a configuration.
  public init(
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
