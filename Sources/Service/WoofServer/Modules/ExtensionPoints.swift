// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel
package import WoofAPI

extension ExtensionPoint where Value == any RecordStore {
  /// The store of photos.
  package static var records: Self { Self(name: "record store") }
}

extension ExtensionPoint where Value == any FavouriteStore {
  /// The store of favourites.
  package static var favourites: Self { Self(name: "favourite store") }
}

extension ExtensionPoint where Value == any TrashStore {
  /// The store that keeps deleted photos for a while; there is at most one.
  package static var trash: Self { Self(name: "trash store") }
}

extension ExtensionPoint where Value == any TimelineStore {
  /// The store that tells where photos stand in time; nothing, or one.
  package static var timelines: Self { Self(name: "timeline store") }
}

extension ExtensionPoint where Value == any DerivationStore {
  /// The store of what is derived from photos.
  package static var derivations: Self { Self(name: "derivation store") }
}

extension ExtensionPoint where Value == any PictureTransforming {
  /// The transformer that decodes pictures, annotates them and derives from them; none, or one.
  package static var pictureTransformer: Self { Self(name: "picture transformer") }
}

extension ExtensionPoint where Value == Set<String> {
  /// The names of plugins that are switched off; nothing, or one set.
  static var switchedOffPlugins: Self { Self(name: "plugins that are switched off") }
}

extension ExtensionPoint where Value == PictureTransformerBuilder {
  /// The builder of another picture transformer when the configuration is read again; none, or one.
  package static var pictureTransformerBuilder: Self { Self(name: "builder of picture transformers") }
}

extension ExtensionPoint where Value == any ShareableCopying {
  /// The maker of shareable copies of photos.
  package static var shareable: Self { Self(name: "shareable copies") }
}

extension ExtensionPoint where Value == SteadyTime {
  /// The time by which lifetimes are counted; nothing, or one.
  package static var steadyTime: Self { Self(name: "steady time") }
}

extension ExtensionPoint where Value == any CredentialStore {
  /// The store of accounts.
  package static var credentials: Self { Self(name: "credential store") }
}

extension ExtensionPoint where Value == any RunningIdempotencyKeys {
  /// The idempotency keys that all nodes work on; nothing where there is one node, or one.
  package static var runningKeys: Self { Self(name: "running idempotency keys") }
}

extension ExtensionPoint where Value == any SignInFailureStore {
  /// The way in which nodes hear of each other's failed sign-ins; nothing where there is one node, or one.
  package static var signInFailures: Self { Self(name: "failed sign-ins of other nodes") }
}

extension ExtensionPoint where Value == any AppPasswordStore {
  /// The store of the passwords of apps; nothing, or one. Its accounts are those of the store of accounts.
  package static var appPasswords: Self { Self(name: "app password store") }
}

extension ExtensionPoint where Value == any BrowserSessionStore {
  /// The store of browser sessions; nothing, or one. Its accounts are those of the store of accounts.
  package static var browserSessions: Self { Self(name: "browser session store") }
}

extension ExtensionPoint where Value == any InvitationStore {
  /// The store of invitations; nothing, or one. Its accounts are those of the store of accounts.
  package static var invitations: Self { Self(name: "invitation store") }
}

extension ExtensionPoint where Value == any UploadTicketStore {
  /// The store of tickets for uploads without a credential; nothing, or one.
  package static var tickets: Self { Self(name: "ticket store") }
}

extension ExtensionPoint where Value == any AlbumStore {
  /// The store of albums; nothing, or one.
  package static var albums: Self { Self(name: "album store") }
}

extension ExtensionPoint where Value == any ShareLinkStore {
  /// The store of share links; nothing, or one. It needs a store of albums.
  package static var links: Self { Self(name: "share link store") }
}

extension ExtensionPoint where Value == any ArchiveStore {
  /// The store of archives that were asked for; nothing, or one. It needs a store of albums.
  package static var archives: Self { Self(name: "archive store") }
}

extension ExtensionPoint where Value == any AdministrationStore {
  /// The stores, as administrators see and change them.
  package static var administration: Self { Self(name: "administration store") }
}

extension ExtensionPoint where Value == any QuarantineStore {
  /// The store of blobs that were set aside; none, or one.
  package static var quarantine: Self { Self(name: "quarantine store") }
}

extension ExtensionPoint where Value == any ChangeLog {
  /// The log of changes.
  package static var changes: Self { Self(name: "change log") }
}

extension ExtensionPoint where Value == any SharingLog {
  /// The log of changes of albums and links, with the numbers of the log of changes; nothing, or one.
  package static var sharing: Self { Self(name: "sharing log") }
}

extension ExtensionPoint where Value == any BlobStore {
  /// The store of blobs, the bytes of photos.
  package static var blobs: Self { Self(name: "blob store") }
}

extension ExtensionPoint where Value == any BlobLedger {
  /// The ledger of the blobs that nodes share; nothing, or one, which is kept with the records.
  package static var blobLedger: Self { Self(name: "blob ledger") }
}

extension ExtensionPoint where Value == SharedRecords {
  /// The records that nodes share; nothing, or one.
  static var sharedRecords: Self { Self(name: "records that nodes share") }
}

extension ExtensionPoint where Value == InstallationName {
  /// The name of an installation that several nodes make up; nothing, or one.
  package static var installation: Self { Self(name: "installation") }
}

extension ExtensionPoint where Value == any UploadStore {
  /// The store of uploads that may be resumed; without one, none may.
  package static var uploads: Self { Self(name: "upload store") }
}

extension ExtensionPoint where Value == any SharedUploadLedger {
  /// The ledger of uploads that nodes share; nothing, or one, which is kept with the records.
  package static var uploadLedger: Self { Self(name: "upload ledger") }
}

extension ExtensionPoint where Value == any UploadPartStore {
  /// The store of the bytes of uploads that nodes share; nothing, or one.
  package static var uploadParts: Self { Self(name: "upload part store") }
}

extension ExtensionPoint where Value == TusConfiguration {
  /// The settings of uploads by tus; without them, the service does not speak it.
  package static var tus: Self { Self(name: "tus") }
}

extension ExtensionPoint where Value == InstallationSecret {
  /// The secret of this installation, from which its keys are made.
  package static var secret: Self { Self(name: "installation secret") }
}

extension ExtensionPoint where Value == any PhotoTransforming {
  /// The transformers that inspect photos, in this order.
  package static var transformers: ExtensionPoint<any PhotoTransforming> { Self(name: "transformer") }
}

extension ExtensionPoint where Value == any StoreCondition {
  /// The sources that tell if the stores can be relied on, and what they refuse.
  package static var condition: Self { Self(name: "condition of stores") }
}

extension ExtensionPoint where Value == any MetricSource {
  /// The metrics that `/metrics` shows besides those of requests and loops.
  package static var metrics: Self { Self(name: "metric source") }
}

extension ExtensionPoint where Value == DataFolderPath {
  /// The folder of this installation's files.
  package static var dataFolder: Self { Self(name: "data folder") }
}

extension ExtensionPoint where Value == LogSink {
  /// The destination of log lines.
  package static var log: ExtensionPoint<LogSink> { Self(name: "log") }
}

extension ExtensionPoint where Value == ServiceEnvironment {
  /// The parts that the service takes from its surroundings, such as clocks, randomness and files.
  static var environment: Self { Self(name: "environment") }
}

extension ExtensionPoint where Value == AdministrationSetup {
  /// The ways in which administrators reach the service, and what they may change.
  static var administrationSetup: Self { Self(name: "administration setup") }
}

extension ExtensionPoint where Value == any StoreUpkeep {
  /// Long work on the stores; nothing, or one.
  static var upkeep: Self { Self(name: "upkeep of the stores") }
}

extension ExtensionPoint where Value == any PluginAdministration {
  /// The plugins of the service; nothing, or one.
  static var plugins: Self { Self(name: "plugins") }
}

extension ExtensionPoint where Value == any AuditStore {
  /// The store of the audit log; without one, nobody can administer the service.
  package static var audit: Self { Self(name: "audit store") }
}

extension ExtensionPoint where Value == RunningService {
  /// The service that runs.
  package static var service: Self { Self(name: "running service") }
}

/// Makes another transformer of pictures while the service runs.
package struct PictureTransformerBuilder: Sendable {
  /// Builds and checks what a configuration asks for, `nil` where it asks for none; the one that runs is not touched.
  package let build: @Sendable (ServerSettings) async throws -> (any PictureTransforming)?

  /// Makes a builder.
  package init(_ build: @escaping @Sendable (ServerSettings) async throws -> (any PictureTransforming)?) {
    self.build = build
  }
}

/// The folder of an installation's files.
package struct DataFolderPath: Sendable {
  /// The path.
  package let path: String

  /// Makes a path.
  package init(_ path: String) { self.path = path }
}

/// Random bytes that are kept with the data of one installation, and from which its keys are made.
package struct InstallationSecret: Sendable {
  /// The random bytes.
  package let bytes: [UInt8]

  /// Makes a secret of bytes.
  package init(bytes: [UInt8]) { self.bytes = bytes }
}

/// The name of an installation, which its nodes share and no other has: 1 to 64 letters, digits and hyphens.
package struct InstallationName: Hashable, Sendable {
  /// The text.
  package let text: String

  /// Makes a name of a text.
  package init(_ text: String) { self.text = text }
}
