// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import WoofSQLite

/// A local copy of what an account sees of a service, which an app reads and changes at any time, with or without a network,
/// and which is brought in step with the service.
///
/// ```swift
/// let library = try await PhotoReplica.open(folder, client: client)
/// await library.start()
/// for try await update in library.photos() { show(update.snapshot) }
/// ```
///
/// Reads are of the file on this device, and show the app's own edits at once. Edits are durable when the call returns, and
/// are sent as soon as that is possible, in order for each photo. `Documentation/sync.md` says what is promised.
///
/// A replica may be used from everywhere at once. One process at a time has a folder open.
public final class PhotoReplica: Sendable {
  /// The folder of the replica.
  public let folder: URL

  let core: ReplicaCore
  let reader: ReplicaReader
  let files: any ReplicaFiles
  let environment: ReplicaEnvironment
  let images: KeptImages
  private let statuses: Broadcast<SyncStatus>
  private let meter = UploadMeter()

  /// Opens the replica of a folder, and makes it where there is none. Nothing is sent yet.
  ///
  /// A replica belongs to one service, and from the first ``signIn()`` or sync on to the account that is signed in then.
  /// Sign-ins of other accounts are not used for it, and the app opens another folder for them.
  ///
  /// - Parameters:
  ///   - folder: A folder of the app's own, which is made where it is missing.
  ///   - client: The client of the service. Its sign-in is used, and so is its session; its retry policy is not.
  ///   - scope: The photos to keep; by default as before, and in a new replica everything that the account sees. Another
  ///     scope than before takes effect with the next sync, which compares everything.
  ///   - resolver: Decides about edits where somebody else has changed the same photo; merges field by field by default.
  ///   - options: The limits of what the replica keeps.
  /// - Throws: `WoofError` with the code `replica-in-use` where another process has the folder, `replica-damaged`,
  ///   `replica-too-new`, `other-service`, `other-account` where somebody else is signed in than the replica belongs to,
  ///   `file-not-writable` or `disk-full`.
  public static func open(
    _ folder: URL, client: WoofClient, scope: ReplicaScope? = nil,
    resolver: any ConflictResolving = .mergeByField, options: ReplicaOptions = ReplicaOptions()
  ) async throws -> PhotoReplica {
    let replica = try PhotoReplica(
      folder: folder, connector: ReplicaConnector(client), scope: scope, resolver: resolver,
      environment: ReplicaEnvironment(), options: options)
    if let account = await replica.account, let name = await client.signedInName(), name != account {
      await replica.close()
      throw WoofError(replicaOf: account, usedBy: name)
    }
    return replica
  }

  /// Opens a replica in other surroundings, as tests and simulations do.
  ///
  /// - Throws: As ``open(_:client:scope:resolver:options:)``.
  package init(
    folder: URL, connector: ReplicaConnector, scope: ReplicaScope? = nil,
    resolver: any ConflictResolving = .mergeByField, environment: ReplicaEnvironment,
    options: ReplicaOptions = ReplicaOptions()
  ) throws {
    let files = try environment.files(folder.path)
    let (path, settings) = Self.database(in: files, environment)
    let fresh = ReplicaState(
      origin: connector.origin, account: nil, device: environment.newName(), scope: scope ?? .everything)
    let file = try ReplicaFile(at: path, settings: settings, fresh: fresh)
    guard file.state.origin == connector.origin else {
      throw WoofError(
        .otherService,
        "\(folder.path) is a replica of \(file.state.origin), not of \(connector.origin): use another folder.")
    }
    if let scope { try file.adopt(scope) }
    _ = try file.write(observes: false) { try $0.evict(limit: options.cacheByteLimit) }
    try Self.sweep(files, file)
    reader = ReplicaReader(path: path, settings: settings, account: file.state.account, texts: file.texts)
    images = KeptImages(
      files: files, reader: reader, limit: options.cacheByteLimit, uses: try file.read { try KeptFile.lastUse(in: $0) })
    statuses = Broadcast(.stopped)
    core = try ReplicaCore(
      file: file, files: files, connector: connector, environment: environment, resolver: resolver, reader: reader,
      lists: LiveLists(), statuses: statuses, uploads: meter, images: images)
    self.folder = folder
    self.files = files
    self.environment = environment
  }

  /// Makes the tables of a folder without a replica, and leaves it as a process does that dies then: simulations begin with
  /// many copies of that.
  ///
  /// - Throws: As ``open(_:client:scope:resolver:options:)``.
  package static func makeTables(in folder: URL, environment: ReplicaEnvironment) throws {
    let (path, settings) = database(in: try environment.files(folder.path), environment)
    _ = try ReplicaFile.open(path, settings)
  }

  private static func database(
    in files: any ReplicaFiles, _ environment: ReplicaEnvironment
  ) -> (path: String, settings: DatabaseSettings) {
    let settings = DatabaseSettings(
      cacheByteCount: 4 << 20, busyTimeout: .seconds(5), fileSystemName: environment.fileSystemName)
    return ("\(files.path)/replica.db", settings)
  }

  /// Removes what a crash left behind: pictures that were staged for an edit that never became durable, bytes that nothing
  /// tells of, and parts of files.
  private static func sweep(_ files: any ReplicaFiles, _ file: ReplicaFile) throws {
    let staged = try file.read { try StoredEdit.all(in: $0, file.texts).compactMap(\.edit.stagedFile) }
    let needed = Set(staged + (try file.read { try KeptFile.names(in: $0) }))
    for name in try files.names() where !needed.contains(name) { files.remove(name) }
  }
}

// MARK: Sync

extension PhotoReplica {
  /// The account that the replica belongs to; `nil` until the first ``signIn()`` or sync.
  public var account: String? { get async { await core.account } }

  /// The state of sync now.
  public var status: SyncStatus { statuses.value }

  /// The state of sync, now and with each change. One who reads slowly gets the newest.
  public var statusUpdates: AsyncStream<SyncStatus> { statuses.subscribe() }

  /// The uploads that are being sent, the oldest first, with the bytes that have been sent. One that broke off is among them
  /// until it goes on; one that waits for its first turn, or has a problem, is in ``pendingUploads()`` alone.
  public var uploads: [UploadProgress] { meter.updates.value }

  /// The uploads that are being sent, now and with each change. One who reads slowly gets the newest. Ends when the replica is
  /// closed.
  public var uploadUpdates: AsyncStream<[UploadProgress]> { meter.updates.subscribe() }

  /// `true` if no edit waits, and the replica had what the service said that the account sees, by digest, when it was asked
  /// last; live changes count as they come.
  public var isInSync: Bool { get async { await core.isInSync } }

  /// Begins to keep the replica in step: reads changes, follows the live stream, and sends edits, until ``stop()``.
  public func start() async { await core.start() }

  /// Ends what ``start()`` began. What is on its way is waited for by nobody, and counts all the same.
  public func stop() async { await core.stop() }

  /// Brings the replica and the service in step once: reads what changed, sends the edits that wait, and compares.
  ///
  /// - Throws: `WoofError` of what keeps it from being so, as with `service-unreachable`, `sign-in-cancelled`,
  ///   `other-account` or `disk-full`. Edits with problems are no error: see ``pendingEdits()``.
  public func sync() async throws { try await core.syncOnce() }

  /// Compares the replica with the service by digest, after what changed has been read and what waits has been sent.
  ///
  /// - Throws: As ``sync()``.
  public func verify() async throws -> ReplicaComparison {
    try await sync()
    return await core.comparison
  }

  /// Says whether there is a network, where the app knows: without one, nothing is tried.
  public func setReachable(_ isReachable: Bool) async { await core.setReachable(isReachable) }

  /// Signs in now, as when a status of ``SyncStatus/signedOut(_:)`` has been shown, and goes on. A new replica belongs to
  /// the account from then on.
  ///
  /// - Throws: `WoofError`, as with `sign-in-cancelled`, `other-account` or `disk-full`; `CancellationError` when the task
  ///   is cancelled.
  public func signIn() async throws {
    let account = try await core.service.response(to: AccountRequest())
    try await core.signedIn(as: account.name)
  }

  /// Ends everything that is under way, and closes the file. Edits that wait are sent when the replica is opened again.
  public func close() async { await core.close() }
}

// MARK: Reading

extension PhotoReplica {
  /// A photo, with the app's edits; `nil` where the replica has none of that id, or the app has deleted it.
  ///
  /// - Throws: `WoofError` where the file cannot be read.
  public func photo(_ id: PhotoID) throws -> ReplicaPhoto? { try reader.read { try $0.photo(id) } }

  /// The photos of a range of a snapshot that are still there.
  ///
  /// - Throws: `WoofError` where the file cannot be read.
  public func photos(of snapshot: PhotoListSnapshot, in range: Range<Int>) throws -> [ReplicaPhoto] {
    let ids = snapshot.ids(in: range)
    return try reader.read { view in try ids.compactMap { try view.photo($0) } }
  }

  /// A part of a list, read once.
  ///
  /// - Parameters:
  ///   - query: The list.
  ///   - photo: The photo after which the part begins, as the list had it; `nil`, the default, for the beginning.
  ///   - limit: The most photos; 50 by default.
  /// - Throws: `WoofError` where the file cannot be read.
  public func page(
    of query: PhotoListQuery = PhotoListQuery(), after photo: ReplicaPhoto? = nil, limit: Int = 50
  ) throws -> [ReplicaPhoto] {
    try reader.read { try $0.photos(query, after: photo.map { query.key(of: $0) }, limit: limit) }
  }

  /// A list, now and each time that it changes.
  ///
  /// - Parameters:
  ///   - filter: The photos; all by default.
  ///   - order: The order; the newest first by default.
  public func photos(_ filter: PhotoListQuery.Filter = .all, order: PhotoOrder = .newest) -> LivePhotos {
    photos(PhotoListQuery(filter, order: order))
  }

  /// A list, now and each time that it changes.
  public func photos(_ query: PhotoListQuery) -> LivePhotos {
    LivePhotos(query) { [core] in try await core.open($0) }
  }

  /// The edits that wait, those with problems among them, the oldest first.
  ///
  /// - Throws: `WoofError` where the file cannot be read.
  public func pendingEdits() throws -> [PendingEdit] { try reader.read { try $0.pendingEdits() } }

  /// The uploads that wait, are being sent or have a problem, the oldest first, with the bytes that have been sent. Of one
  /// that is not being sent now, these are the bytes that the service had at last, also before the replica was opened; they
  /// are known for pictures that go in parts, which are those of more than a megabyte.
  ///
  /// - Throws: `WoofError` where the file cannot be read.
  public func pendingUploads() throws -> [UploadProgress] {
    let sending = Dictionary(uniqueKeysWithValues: uploads.map { ($0.number, $0) })
    return try reader.read { try $0.pendingUploads() }.map { sending[$0.number] ?? $0 }
  }
}

// MARK: Edits

extension PhotoReplica {
  /// Makes a photo a favourite of the account, or none. Of several edits that wait, the last one counts.
  ///
  /// - Returns: When the edit is durable on this device, a handle that tells when the service has it.
  /// - Throws: `WoofError` with the code `photo-not-here`, `disk-full` or another of the replica's file.
  @discardableResult
  public func setFavourite(_ isFavourite: Bool, for id: PhotoID) async throws -> EditHandle {
    try await core.edit(id, .favourite(isFavourite))
  }

  /// Changes the caption or the visibility of a photo.
  ///
  /// - Parameters:
  ///   - caption: Plain text of at most 2,000 characters; by default the one that is there.
  ///   - visibility: The new visibility; by default the one that is there.
  /// - Returns: As ``setFavourite(_:for:)``.
  /// - Throws: As ``setFavourite(_:for:)``.
  @discardableResult
  public func edit(_ id: PhotoID, caption: String? = nil, visibility: Visibility? = nil) async throws -> EditHandle {
    try await core.edit(id, .metadata(caption: caption, visibility: visibility))
  }

  /// Deletes a photo. Other edits of it that wait are dropped.
  ///
  /// - Returns: As ``setFavourite(_:for:)``.
  /// - Throws: As ``setFavourite(_:for:)``.
  @discardableResult
  public func delete(_ id: PhotoID) async throws -> EditHandle { try await core.edit(id, .deletion) }

  /// Adds a picture from a file, which is copied and checked first and not needed any more when this returns.
  ///
  /// - Parameters:
  ///   - file: A JPEG, PNG, GIF, WebP, HEIF or AVIF picture.
  ///   - caption: Plain text of at most 2,000 characters; empty by default.
  ///   - visibility: The readers of the photo; by default those that the service is configured for, which is the owner
  ///     alone unless it says otherwise.
  ///   - fileName: The name of the file, which only the owner is told; by default its own.
  /// - Returns: As ``setFavourite(_:for:)``.
  /// - Throws: `WoofError` with the code `unsupported-image`, `file-not-readable` or `disk-full`, or another of
  ///   the replica's file.
  @discardableResult
  public func upload(
    fileAt file: URL, caption: String = "", visibility: Visibility? = nil, fileName: String? = nil
  ) async throws -> EditHandle {
    let staged = try await UploadStaging(files: files, environment: environment).stage(file)
    return try await upload(
      staged, caption: caption, visibility: visibility, fileName: fileName ?? file.lastPathComponent)
  }

  /// Adds a picture from memory.
  ///
  /// - Parameters:
  ///   - picture: A JPEG, PNG, GIF, WebP, HEIF or AVIF picture.
  ///   - caption: Plain text of at most 2,000 characters; empty by default.
  ///   - visibility: As with ``upload(fileAt:caption:visibility:fileName:)``.
  ///   - fileName: The name of a file that only the owner is told; none by default.
  /// - Returns: As ``setFavourite(_:for:)``.
  /// - Throws: As ``upload(fileAt:caption:visibility:fileName:)``.
  @discardableResult
  public func upload(
    _ picture: Data, caption: String = "", visibility: Visibility? = nil, fileName: String? = nil
  ) async throws -> EditHandle {
    let staged = try UploadStaging(files: files, environment: environment).stage(picture)
    return try await upload(staged, caption: caption, visibility: visibility, fileName: fileName)
  }

  private func upload(
    _ picture: StagedUpload, caption: String, visibility: Visibility?, fileName: String?
  ) async throws -> EditHandle {
    var staged = picture
    staged.caption = caption
    staged.visibility = visibility
    staged.fileName = fileName.flatMap { PhotoFileName.sanitized($0) }
    do {
      return try await core.upload(staged)
    } catch {
      // A commit that failed may have happened all the same: the file stays where an edit needs it, or nobody can tell, and
      // goes when the replica is opened again.
      if await core.isUnneeded(stagedFile: staged.file) { files.remove(staged.file) }
      throw error
    }
  }

  /// Discards an edit: it is not sent, and the photo is as the service has it.
  ///
  /// - Parameter number: The number of an edit. With an upload go the other edits of its photo.
  /// - Returns: `false` where the edit is on its way, or there is none of that number.
  /// - Throws: `WoofError` of the replica's file.
  @discardableResult
  public func discard(_ number: Int64) async throws -> Bool { try await core.discard(number) }

  /// Lets an edit with a problem be sent again.
  ///
  /// - Returns: `false` where there is no edit of that number that has a problem.
  /// - Throws: `WoofError` of the replica's file.
  @discardableResult
  public func retry(_ number: Int64) async throws -> Bool { try await core.retry(number) }
}
