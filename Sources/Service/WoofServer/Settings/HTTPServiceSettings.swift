// SPDX-License-Identifier: Apache-2.0

package import WoofConfiguration
internal import WoofCore
internal import WoofHTTP
internal import WoofModel
internal import WoofAPI

/// The settings of the HTTP service: its addresses, its limits, and what it allows.
package struct HTTPServiceSettings: ConfigurationSection {
  let listen: [ListenAddress]
  let loopCount: Int?
  let speaksHTTP2: Bool
  let allowsInsecurePlainHTTP: Bool
  let drainDeadline: Duration
  let tls: TLSSettings
  let proxies: TrustedProxies
  let origins: OriginSettings
  let metrics: MetricsSettings
  let limits: HTTPServerLimits
  let intake: PhotoIntake.Limits
  let uploads: ResumableUploadLimits
  let tickets: UploadTickets.Limits
  let guests: GuestLimits
  let archives: ArchiveSettings
  let signIn: SignInSettings
  let sessions: BrowserSessionSettings
  let service: ServiceConfiguration
  let pictures: PictureSettings

  /// Reads the section.
  package init(from reader: inout ConfigurationReader) {
    listen = reader.value(
      "listen", .list(of: .listenAddress), default: Self.standardAddresses,
      "Where to listen: HOST:PORT, [IPv6]:PORT or unix:/PATH. Port 0 takes a free one. With proxy-protocol after a "
        + "space, connections have to begin with the header of the PROXY protocol, and to come from proxies.trusted.")
    loopCount = reader.value(
      "loops", .optional(.integer(in: 1...256)), default: nil,
      "How many event loops serve connections; by default one for each processor.")
    speaksHTTP2 = reader.value(
      "http2", .boolean, default: true,
      "Whether HTTP/2 is spoken where the client asks for it: over TLS, and without TLS from this machine.")
    let compressesResponses = reader.value(
      "compression", .boolean, default: ServiceConfiguration().compressesResponses,
      "Whether JSON, pages and scripts are compressed for clients that take that. Photos are sent as they are.")
    allowsInsecurePlainHTTP = reader.value(
      "insecurePlainHTTP", .boolean, default: false,
      "Whether to listen without TLS on addresses that other machines reach. Passwords would travel in the clear.")
    drainDeadline = reader.value(
      "drainDeadline", .duration(in: .zero...(.seconds(600))), default: .seconds(10),
      "How long running answers may take to finish when the service stops.")
    tls = reader.section("tls", "How connections are encrypted.")
    proxies = reader.section("proxies", "Proxies in front of the service.") { TrustedProxies(from: &$0) }
    origins = OriginSettings(from: &reader)
    metrics = reader.section("metrics", "Figures for Prometheus.")
    limits = reader.section("limits", "What a connection and a request may take.") { HTTPServerLimits(from: &$0) }
    let defaultVisibility: Visibility
    var intake: PhotoIntake.Limits
    (intake, defaultVisibility) = reader.section("photos", "What photos may take, and who sees them.") { reader in
      let limits = PhotoIntake.Limits(from: &reader)
      let visibility = reader.value(
        "defaultVisibility", .choice(of: Visibility.self), default: ServiceConfiguration().defaultVisibility,
        "Who may read a new photo whose upload does not say: its owner, who knows its id, or everybody.")
      return (limits, visibility)
    }
    intake.quota = reader.section(
      "quotas", "What each account may have for which administrators have set nothing else."
    ) {
      AccountQuota(from: &$0)
    }
    uploads = reader.section("uploads", "What uploads that may be resumed may take before they are complete.") {
      ResumableUploadLimits(from: &$0)
    }
    tickets = reader.section("tickets", "Tickets with which photos are uploaded without a credential.") {
      UploadTickets.Limits(from: &$0)
    }
    guests = reader.section("links", "What guests of share links may leave behind.") { GuestLimits(from: &$0) }
    archives = reader.section("archives", "Photos as one ZIP file.")
    let signUp = reader.section("accounts", "Who may have an account.") { SignUpPolicy(from: &$0) }
    sessions = reader.section("sessions", "Sign-ins of browsers on the service's pages.")
    intake.quota.uploadCount = Int64(uploads.countPerAccount)
    self.intake = intake
    signIn = reader.section("signIn", "How passwords are checked.")
    let pictures: PictureSettings = reader.section("pictures", "Images that are derived from photos.")
    self.pictures = pictures
    var service = reader.section("service", "Caches, the live feed and the gallery.") {
      ServiceConfiguration(from: &$0)
    }
    service.derivationJobCount = pictures.jobCount
    service.defaultVisibility = defaultVisibility
    service.origins = origins.configuration
    service.rates = reader.section("rates", "How many requests of one client are answered.") {
      RequestRates(from: &$0)
    }
    service.signUp = signUp
    service.keepsSessionsOnPlainHTTP = sessions.areKeptOnPlainHTTP
    service.compressesResponses = compressesResponses
    self.service = service
    refuseUnsafeAddresses(in: &reader)
  }

  /// Refuses addresses at which passwords would travel in the clear, or nobody could connect.
  private func refuseUnsafeAddresses(in reader: inout ConfigurationReader) {
    if tls.isOn == false, !allowsInsecurePlainHTTP, let address = listen.first(where: { !$0.isLocal }) {
      let advice =
        reader.option(for: "listen") == nil
        ? "give tls.certificate and tls.key, or set insecurePlainHTTP where something in front encrypts"
        : "add --tls-cert and --tls-key, or --insecure-plain-http where something in front encrypts"
      reader.refuse("listen", because: "\(address) can be reached from other machines and has no TLS; \(advice)")
    }
    if proxies.isEmpty, let address = listen.first(where: \.takesProxyHeader) {
      reader.refuse(
        "listen", because: "nobody could connect to \(address): list the networks of the proxies in proxies.trusted")
    }
  }

  private static var standardAddresses: [ListenAddress] { [ListenAddress("127.0.0.1:9663")].compactMap { $0 } }
}

/// The settings of browsers that stay signed in.
struct BrowserSessionSettings: ConfigurationSection {
  /// The time for which a browser stays signed in that does not come.
  let lifetime: Duration
  /// `true` if browsers stay signed in also where they reach the service without TLS from elsewhere.
  let areKeptOnPlainHTTP: Bool

  init(from reader: inout ConfigurationReader) {
    lifetime = reader.value(
      "lifetime", .duration(in: .seconds(3600)...(.seconds(31_536_000))), default: .seconds(2_592_000),
      "How long a browser stays signed in that does not come; one that comes does for a year at most.")
    areKeptOnPlainHTTP = reader.value(
      "plainHTTP", .boolean, default: ServiceConfiguration().keepsSessionsOnPlainHTTP,
      "Whether browsers stay signed in also where they reach the service without TLS from elsewhere, as in a home "
        + "network; everybody on the way can then act as they.")
  }
}

/// The settings of archives.
struct ArchiveSettings: ConfigurationSection {
  /// The maximum number of bytes that are read each second for digests; 0 for none.
  let readRate: Int64

  init(from reader: inout ConfigurationReader) {
    readRate =
      reader.value(
        "readRate", .byteCount(in: .bytes(0)...(.gibibytes(16))), default: .mebibytes(64),
        "How many bytes of archives that were downloaded are read again each second, so that later responses tell their "
          + "digests; 0 for none."
      ).bytes
  }
}

/// The settings of encryption: the certificate, its key, and how long browsers must insist on TLS.
struct TLSSettings: ConfigurationSection {
  let certificate: String?
  let key: String?
  let selfSigned: Bool
  /// The time for which browsers must insist on TLS (HSTS), in seconds, up to two years; `nil` if it is not configured.
  let strictTransportSeconds: Int64?

  init(from reader: inout ConfigurationReader) {
    certificate = reader.value(
      "certificate", .optional(.string), default: nil,
      "A PEM file with the certificate and those that vouch for it. It is read again on SIGHUP.")
    key = reader.value("key", .optional(.string), default: nil, "A PEM file with the certificate's private key.")
    selfSigned = reader.value(
      "selfSigned", .boolean, default: false,
      "Whether to make a certificate for development and keep it in the data folder.")
    let strictTransport = reader.value(
      "strictTransport", .optional(.duration(in: .zero...(.seconds(63_072_000)))), default: nil,
      "How long browsers shall insist on TLS for this host (HSTS); 0s says nothing of it. By default 180d where there is "
        + "a certificate and the service listens beyond this machine. Behind a trusted proxy that encrypts, it is said "
        + "where it is given here. A self-signed certificate never says it.")
    strictTransportSeconds = strictTransport.map(\.components.seconds)
    if (certificate == nil) != (key == nil) {
      let (given, missing) = certificate == nil ? ("key", "--tls-cert") : ("certificate", "--tls-key")
      reader.refuse(
        given,
        because: "certificate and key go together; \(reader.option(for: given) == nil ? "give both" : "add \(missing)")"
      )
    } else if certificate != nil, selfSigned {
      let other = reader.option(for: "certificate") ?? "certificate"
      reader.refuse("selfSigned", because: "there is a certificate already, by \(other); leave out one of the two")
    }
  }

  var isOn: Bool { certificate != nil || selfSigned }

  /// The field that has browsers insist on TLS (RFC 6797), as it was configured.
  ///
  /// - Parameter isLocal: `true` if only this machine reaches the service: there the field would count for everything
  ///   else that `localhost` is used for.
  func strictTransport(isLocal: Bool) -> HTTPFields {
    let standard = isOn && !isLocal ? Self.standardStrictTransportSeconds : 0
    let seconds = selfSigned ? 0 : strictTransportSeconds ?? standard
    return seconds > 0 ? HTTPFields([.strictTransportSecurity: "max-age=\(seconds)"]) : HTTPFields()
  }

  /// 180 days.
  private static let standardStrictTransportSeconds: Int64 = 15_552_000
}

extension HTTPServerLimits {
  init(from reader: inout ConfigurationReader) {
    self.init()
    headByteCount = reader.value(
      "headBytes", .integer(in: 1024...1_048_576), default: headByteCount,
      "How many bytes the head of a request may have.")
    fieldCount = reader.value(
      "headFields", .integer(in: 8...10_000), default: fieldCount, "How many fields the head of a request may have.")
    targetByteCount = reader.value(
      "targetBytes", .integer(in: 256...65_536), default: targetByteCount,
      "How many bytes the target of a request may have.")
    headTimeout = reader.value(
      "headTimeout", .anyDuration, default: headTimeout, "From the first byte of a request to the end of its head.")
    handshakeTimeout = reader.value(
      "handshakeTimeout", .anyDuration, default: handshakeTimeout, "How long a TLS handshake may take.")
    keepAliveTimeout = reader.value(
      "keepAliveTimeout", .anyDuration, default: keepAliveTimeout,
      "How long a connection may rest between two requests.")
    minimumBodyRate = reader.value(
      "minimumBodyRate", .integer(in: 0...1_000_000_000), default: minimumBodyRate,
      "How many bytes a second a body must bring while it is waited for.")
    bodyRateWindow = reader.value(
      "bodyRateWindow", .anyDuration, default: bodyRateWindow, "The time over which minimumBodyRate is measured.")
    writeStallTimeout = reader.value(
      "writeStallTimeout", .anyDuration, default: writeStallTimeout,
      "How long a peer may take nothing of its answer.")
    drainStallTimeout = reader.value(
      "drainStallTimeout", .anyDuration, default: drainStallTimeout,
      "How long a peer may bring or take nothing, once the service stops, before its connection ends.")
    connectionCount = reader.value(
      "connections", .integer(in: 1...1_000_000), default: connectionCount, "How many connections may be open.")
    connectionCountPerAddress = reader.value(
      "connectionsPerAddress", .integer(in: 1...1_000_000), default: connectionCountPerAddress,
      "How many connections may be open from one address (from one /64 network for IPv6).")
    concurrentStreamCount = reader.value(
      "streamsPerConnection", .integer(in: 1...100_000), default: concurrentStreamCount,
      "How many requests an HTTP/2 connection may have under way at the same time.")
  }
}

extension PhotoIntake.Limits {
  init(from reader: inout ConfigurationReader) {
    self.init()
    originalByteCount =
      reader.value(
        "bytes", .byteCount(in: .kilobytes(1)...(.gigabytes(2))), default: .bytes(originalByteCount),
        "How many bytes an upload may have."
      ).bytes
    let lifetime = reader.value(
      "idempotencyLifetime", .duration(in: .seconds(60)...(.seconds(2_592_000))),
      default: .seconds(idempotencySeconds), "How long an Idempotency-Key is kept.")
    idempotencySeconds = lifetime.components.seconds
  }
}

extension AccountQuota {
  init(from reader: inout ConfigurationReader) {
    self.init()
    let bytes = reader.value(
      "bytes", .optional(.byteCount(in: .bytes(0)...(.gigabytes(1_000_000)))), default: nil,
      "How many bytes its photos may have, the trash included; null for as many as there is room for.")
    byteCount = bytes?.bytes
    let photos = reader.value(
      "photos", .optional(.integer(in: 0...1_000_000_000)), default: nil,
      "How many photos it may have, the trash included; null for any number.")
    photoCount = photos.map { Int64($0) }
  }
}

extension ResumableUploadLimits {
  init(from reader: inout ConfigurationReader) {
    self.init()
    let lifetime = reader.value(
      "lifetime", .duration(in: .seconds(60)...(.seconds(2_592_000))), default: .seconds(lifetimeSeconds),
      "How long an upload can be gone on with after its beginning.")
    lifetimeSeconds = lifetime.components.seconds
    count = reader.value("uploads", .integer(in: 1...1_000_000), default: count, "How many uploads may be under way.")
    countPerAccount = reader.value(
      "uploadsPerAccount", .integer(in: 1...1_000_000), default: countPerAccount,
      "How many of them one account may have.")
    byteCountPerAccount =
      reader.value(
        "bytesPerAccount", .byteCount(in: .kilobytes(1)...(.gigabytes(1000))), default: .bytes(byteCountPerAccount),
        "How many bytes those of one account may have together, counted as they will be when complete."
      ).bytes
    let appendLimit = reader.value(
      "appendBytes", .optional(.byteCount(in: .kilobytes(1)...(.gigabytes(2)))), default: nil,
      "How many bytes one request may bring; by default as many as a photo may have.")
    appendByteCount = appendLimit?.bytes
  }
}

extension UploadTickets.Limits {
  init(from reader: inout ConfigurationReader) {
    self.init()
    let lifetime = reader.value(
      "lifetime", .duration(in: .seconds(60)...(.seconds(2_592_000))), default: .seconds(lifetimeSeconds),
      "How long a ticket can be used after its issue.")
    lifetimeSeconds = lifetime.components.seconds
    countPerAccount = reader.value(
      "ticketsPerAccount", .integer(in: 1...1_000_000), default: countPerAccount,
      "How many tickets one account may have that are neither used nor expired.")
  }
}

extension GuestLimits {
  init(from reader: inout ConfigurationReader) {
    self.init()
    guestsPerLink = reader.value(
      "guestsPerLink", .integer(in: 1...10_000), default: guestsPerLink,
      "How many people may give a name by one share link, to like or add photos.")
    photosPerDay = reader.value(
      "photosPerDay", .integer(in: 0...100_000), default: photosPerDay,
      "How many photos may come by one share link on one day in UTC.")
    bytesPerDay =
      reader.value(
        "bytesPerDay", .byteCount(in: .kilobytes(1)...(.gigabytes(1000))), default: .bytes(bytesPerDay),
        "How many bytes they may have together."
      ).bytes
  }
}

extension SignUpPolicy {
  init(from reader: inout ConfigurationReader) {
    self.init()
    rule = reader.value(
      "signUp", .choice(of: Rule.self, forFalse: .off, forTrue: .open), default: rule,
      "Who may add an account by POST /v1/accounts: nobody but administrators, who has an invitation, or whoever reaches "
        + "the service. false and true are other words for off and open.")
    inviters = reader.value(
      "invitations", .choice(of: Inviters.self), default: inviters,
      "Who may make invitations where signUp is invitation: administrators only, or all members.")
  }
}

/// Figures for Prometheus.
struct MetricsSettings: ConfigurationSection {
  let listen: [ListenAddress]

  init(from reader: inout ConfigurationReader) {
    listen = reader.value(
      "listen", .list(of: .listenAddress), default: [],
      "Where to answer /metrics, and nothing else, to whoever asks, in plain HTTP: HOST:PORT, [IPv6]:PORT or unix:/PATH. "
        + "Where the service itself listens, /metrics is for accounts that are administrators.")
    if let address = listen.first(where: \.takesProxyHeader) {
      reader.refuse(
        "listen", because: "\(address) is for figures only, to which no proxy leads; leave out proxy-protocol")
    }
  }
}

extension ConfigurationKind where Value == Duration {
  /// A time limit of any useful length.
  static var anyDuration: Self { .duration(in: .milliseconds(1)...(.seconds(86_400))) }
}

extension ConfigurationKind where Value == ListenAddress {
  /// An address to listen on: `HOST:PORT`, `[IPv6]:PORT` or `unix:/PATH`.
  static var listenAddress: Self {
    Self(
      name: "address", allowed: "HOST:PORT, [IPv6]:PORT or unix:/PATH", parse: { ListenAddress($0) },
      text: \.description)
  }
}
