public import WoofCore
public import WoofModel
public import WoofAPI

extension ExtensionPoint where Value == any RecordStore {
  /// Where photos and favourites are kept.
  public static var records: Self { Self(name: "record store") }
}

extension ExtensionPoint where Value == any TrashStore {
  /// The store that keeps deleted photos for a while; there is at most one.
  public static var trash: Self { Self(name: "trash store") }
}

extension ExtensionPoint where Value == any DerivationStore {
  /// Where is kept what is derived from photos.
  public static var derivations: Self { Self(name: "derivation store") }
}

extension ExtensionPoint where Value == any PictureTransforming {
  /// What decodes pictures, annotates them and derives from them; nothing, or one.
  public static var pictureTransformer: Self { Self(name: "picture transformer") }
}

extension ExtensionPoint where Value == Set<String> {
  /// The names of plugins that are switched off; nothing, or one set.
  static var switchedOffPlugins: Self { Self(name: "plugins that are switched off") }
}

extension ExtensionPoint where Value == PictureTransformerBuilder {
  /// What makes another transformer of pictures when the configuration is read again; nothing, or one.
  public static var pictureTransformerBuilder: Self { Self(name: "builder of picture transformers") }
}

extension ExtensionPoint where Value == any ShareableCopying {
  /// What makes shareable copies of photos.
  public static var shareable: Self { Self(name: "shareable copies") }
}

extension ExtensionPoint where Value == SteadyTime {
  /// The time by which lifetimes are counted; nothing, or one.
  public static var steadyTime: Self { Self(name: "steady time") }
}

extension ExtensionPoint where Value == any CredentialStore {
  /// Where accounts are kept.
  public static var credentials: Self { Self(name: "credential store") }
}

extension ExtensionPoint where Value == any AdministrationStore {
  /// What administrators see and do beyond everybody else.
  public static var administration: Self { Self(name: "administration store") }
}

extension ExtensionPoint where Value == any QuarantineStore {
  /// What was set aside; nothing, or one.
  public static var quarantine: Self { Self(name: "quarantine store") }
}

extension ExtensionPoint where Value == any ChangeLog {
  /// What tells of changes.
  public static var changes: Self { Self(name: "change log") }
}

extension ExtensionPoint where Value == any BlobStore {
  /// Where bytes are kept.
  public static var blobs: Self { Self(name: "blob store") }
}

extension ExtensionPoint where Value == any UploadStore {
  /// Where uploads that may be resumed are kept; without one, none may.
  public static var uploads: Self { Self(name: "upload store") }
}

extension ExtensionPoint where Value == InstallationSecret {
  /// What is secret to this installation.
  public static var secret: Self { Self(name: "installation secret") }
}

extension ExtensionPoint where Value == any PhotoTransforming {
  /// What inspects photos, in this order.
  public static var transformers: Self { Self(name: "transformer") }
}

extension ExtensionPoint where Value == any StoreCondition {
  /// The sources that tell if the stores can be relied on, and what they refuse.
  public static var condition: Self { Self(name: "condition of stores") }
}

extension ExtensionPoint where Value == any MetricSource {
  /// What `/metrics` shows besides requests and loops.
  public static var metrics: Self { Self(name: "metric source") }
}

extension ExtensionPoint where Value == DataFolderPath {
  /// The folder of this installation's files.
  public static var dataFolder: Self { Self(name: "data folder") }
}

extension ExtensionPoint where Value == LogSink {
  /// Where log lines go.
  public static var log: Self { Self(name: "log") }
}

extension ExtensionPoint where Value == ServiceEnvironment {
  /// What the service takes from its surroundings.
  static var environment: Self { Self(name: "environment") }
}

extension ExtensionPoint where Value == AdministrationSetup {
  /// How the service is administered.
  static var administrationSetup: Self { Self(name: "administration setup") }
}

extension ExtensionPoint where Value == StorageUpkeep {
  /// Long work on the stores; nothing, or one.
  static var upkeep: Self { Self(name: "upkeep of the stores") }
}

extension ExtensionPoint where Value == any PluginAdministration {
  /// The plugins of the service; nothing, or one.
  static var plugins: Self { Self(name: "plugins") }
}

extension ExtensionPoint where Value == any AuditStore {
  /// Where the audit log is kept; without one, nobody can administer the service.
  public static var audit: Self { Self(name: "audit store") }
}

extension ExtensionPoint where Value == RunningService {
  /// The service that runs.
  public static var service: Self { Self(name: "running service") }
}

/// Makes another transformer of pictures while the service runs.
public struct PictureTransformerBuilder: Sendable {
  /// Builds and checks what a configuration asks for, `nil` where it asks for none; the one that runs is not touched.
  public let build: @Sendable (ServerSettings) async throws -> (any PictureTransforming)?

  /// Makes a builder.
  public init(_ build: @escaping @Sendable (ServerSettings) async throws -> (any PictureTransforming)?) {
    self.build = build
  }
}

/// Where an installation keeps its files.
public struct DataFolderPath: Sendable {
  /// The path.
  public let path: String

  /// Makes a path.
  public init(_ path: String) { self.path = path }
}

/// Random bytes that are kept with the data of one installation, and from which its keys are made.
public struct InstallationSecret: Sendable {
  /// The bytes.
  public let bytes: [UInt8]

  /// Makes a secret of bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }
}
