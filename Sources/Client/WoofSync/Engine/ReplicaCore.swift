// SPDX-License-Identifier: Apache-2.0

internal import WoofSQLite

/// The shell around the engine: it owns the replica's file, does what the engine says, and tells it what came of it.
///
/// It runs on an executor of its own, so that waiting for the disk holds up nobody else.
actor ReplicaCore {
  private let executor: any SerialExecutor
  let file: ReplicaFile
  private let connector: ReplicaConnector
  let environment: ReplicaEnvironment
  let files: any ReplicaFiles
  private let resolver: any ConflictResolving
  let reader: ReplicaReader
  private let lists: LiveLists
  private let statuses: Broadcast<SyncStatus>
  private(set) var engine: SyncEngine
  private var handles = EditHandles()
  private let uploads: UploadMeter
  private var syncs = WaitingSyncs()
  private var feedTask: Task<Void, Never>?
  private var wakeTask: Task<Void, Never>?
  private var sendTasks: [Int64: Task<Void, Never>] = [:]
  private var stream = LiveStream()
  /// The events that the engine has not taken yet.
  private var events: [SyncEngine.Event] = []
  private var isHandling = false
  /// Grows with each row that came otherwise than by a page.
  private var appliedCount = 0
  /// The outcomes of edits that are being written, to be told when nobody knows at once whether they are.
  private var concluding: [Int64: EditHandle.Outcome] = [:]
  private(set) var isClosed = false
  /// The bytes of photos that are being fetched (``fetchImage(_:)``).
  var images: ImageLoads

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// - Throws: `WoofError` where the file cannot be used.
  init(
    file: sending ReplicaFile, files: any ReplicaFiles, connector: ReplicaConnector, environment: ReplicaEnvironment,
    resolver: any ConflictResolving, reader: ReplicaReader, lists: LiveLists, statuses: Broadcast<SyncStatus>,
    uploads: UploadMeter, images: KeptImages
  ) throws(WoofError) {
    executor = environment.executor ?? ReplicaExecutor()
    engine = SyncEngine(try file.read { try StoredEdit.all(in: $0, file.texts).map(\.entry) })
    self.file = file
    self.files = files
    self.connector = connector
    self.environment = environment
    self.resolver = resolver
    self.reader = reader
    self.lists = lists
    self.statuses = statuses
    self.uploads = uploads
    self.images = ImageLoads(images)
  }

  /// The account that the replica belongs to; `nil` until the first sign-in.
  var account: String? { file.state.account }

  /// `true` if nothing waits, and the replica has what the service said that the account sees.
  var isInSync: Bool { engine.isInSync }

  /// The result of the last comparison with the service; `unknown` before the first.
  var comparison: ReplicaComparison {
    guard engine.isCompared else { return .unknown }
    return engine.agrees ? .same : .different
  }

  /// The service, for the replica's account.
  var service: any ReplicaService { connector.service(file.state.account) }
  /// The service that transfers bytes, for the replica's account.
  var transfers: any TransferService { connector.transfers(file.state.account) }
}

// MARK: Sync

extension ReplicaCore {
  /// Goes on until it is stopped.
  func start() {
    // Where the file cannot be read, the next write says so.
    try? recover()
    handle(.started(.continuous))
  }

  func stop() { handle(.stopped) }

  /// Brings everything in step once.
  ///
  /// - Throws: `WoofError` of what keeps it from being so.
  func syncOnce() async throws {
    guard !isClosed else { throw CancellationError() }
    let number = syncs.nextNumber()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
        syncs.add(continuation, as: number)
        handle(engine.mode == .continuous ? .refreshWanted : .started(.once))
      }
    } onCancel: {
      Task { await self.cancelSync(number) }
    }
  }

  /// Nobody waits for a sync any longer: what it has begun ends as soon as it can.
  private func cancelSync(_ number: Int) {
    guard let waiting = syncs.remove(number) else { return }
    if syncs.isEmpty, engine.mode == .once { handle(.stopped) }
    waiting.resume(throwing: CancellationError())
  }

  func setReachable(_ isReachable: Bool) { handle(.reachable(isReachable)) }

  /// Somebody has signed in, to whom the replica belongs from now on.
  ///
  /// - Throws: `WoofError` with the code `other-account` where it belongs to somebody else already, or of the file.
  func signedIn(as name: String) throws(WoofError) {
    if account != name { try write { try $0.bind(to: name) } }
    noteAccount()
    handle(.signedIn)
  }

  /// Whoever reads learns whom the replica belongs to.
  private func noteAccount() {
    guard let account else { return }
    reader.note(account: account)
    lists.note(account: account)
  }

  /// Ends everything that is under way, and closes the file.
  func close() async {
    guard !isClosed else { return }
    handle(.stopped)
    isClosed = true
    let tasks = [feedTask, stream.task, wakeTask].compactMap { $0 } + sendTasks.values
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    await closeImages()
    handles.abandonAll()
    syncs.cancelAll()
    lists.finish()
    statuses.finish()
    uploads.updates.finish()
    reader.close()
    file.checkpoint()
    file.close()
    files.release()
  }

  /// Tells the engine of an event, and does what it says.
  ///
  /// An event that an action brings about is told when all actions beside it are carried out: of two reports the later
  /// decision is the last one.
  private func handle(_ event: SyncEngine.Event) {
    events.append(event)
    guard !isHandling else { return }
    isHandling = true
    defer { isHandling = false }
    while !events.isEmpty { take(events.removeFirst()) }
  }

  private func take(_ event: SyncEngine.Event) {
    guard !isClosed else { return }
    syncs.note(event)
    let actions = engine.handle(event, at: environment.now(), random: environment.random)
    for action in actions where !isWake(action) { carryOut(action) }
    // Of several moments the first counts: the engine is told then, and asks again.
    let moments = actions.compactMap { if case .wake(let moment) = $0 { moment } else { nil } }
    if let moment = moments.min() { wake(at: moment) }
    finishRefresh()
  }

  private func isWake(_ action: SyncEngine.Action) -> Bool { if case .wake = action { true } else { false } }

  private func carryOut(_ action: SyncEngine.Action) {
    switch action {
    case .pull: feedTask = Task { await self.pull() }
    case .beginSnapshot: beginSnapshot()
    case .connect: connect()
    case .disconnect: stream.end()
    case .send(let number): sendTasks[number] = Task { await self.send(number) }
    case .wake: break
    case .report(let report):
      statuses.send(SyncStatus(report, in: environment))
      if report == .idle { fetchPinned() }
    case .finish(let problem):
      syncs.finish(problem)
      if problem == nil { fetchPinned() }
    }
  }

  private func wake(at moment: Duration) {
    wakeTask?.cancel()
    let sleep = environment.sleep
    wakeTask = Task {
      guard (try? await sleep(moment)) != nil, !Task.isCancelled else { return }
      self.handle(.woken)
    }
  }

  /// A sync that was asked for while sync goes on anyway is over when everything is in step, or cannot be.
  private func finishRefresh() {
    guard !syncs.isEmpty, engine.mode == .continuous else { return }
    switch statuses.value {
    case .signedOut(let problem), .failed(let problem), .waiting(_, let problem): syncs.finish(problem)
    case .offline: syncs.finish(SyncProblem(name: "offline", message: "There is no network: try again when there is."))
    case .idle where engine.isLive && engine.outbox.isDrained: syncs.finish(nil)
    default: break
    }
  }

  /// Writes something, and tells lists of it.
  func write<Result>(
    _ work: (inout ReplicaTransaction) throws -> Result
  ) throws(WoofError) -> Result {
    guard !isClosed else { throw WoofError(.fileNotWritable, "The replica has been closed: open it again.") }
    try recover()
    let (result, effects) = try file.write(observes: lists.isObserved, work)
    lists.note(effects.changes)
    for name in effects.staleFiles { files.remove(name) }
    for upload in effects.joined { join(upload) }
    return result
  }

  /// Gives the edits of an upload to the photo that it has become.
  private func join(_ upload: UploadedAs) {
    handle(.uploadJoined(upload.number, from: upload.provisional, to: upload.photo.id))
    guard let settled = upload.settled else { return }
    end(settled.removed, .acknowledged(upload.photo))
    handle(.edited(settled.added, replacing: settled.removed))
  }
}

// MARK: Commits of which nobody knows whether they happened

extension ReplicaCore {
  /// Takes the outbox and the handles to where the file is, after a commit that failed may have happened.
  ///
  /// Lists stay what they are: while one is open its reader has the file open, and what a commit that failed has written
  /// counts only when the file is opened by nobody (sqlite.org/walformat.html#recovery).
  private func recover() throws(WoofError) {
    guard let edits = try file.recover() else { return }
    noteAccount()
    let entries = edits.map(\.entry)
    let photos = Dictionary(uniqueKeysWithValues: entries.map { ($0.number, $0.photo) })
    let other = engine.outbox.all.filter { $0.photo != photos[$0.number] }.map(\.number)
    for number in other where photos[number] == nil { end([number], concluding[number] ?? .replaced) }
    concluding = [:]
    handle(.edited(entries, replacing: other))
  }

  /// Returns `true` if no edit has a staged picture, and no commit that failed can bring one back that has.
  func isUnneeded(stagedFile: String) -> Bool {
    guard !isClosed else { return false }
    do {
      try recover()
      return try file.read { try StoredEdit.all(in: $0, file.texts) }.allSatisfy { $0.edit.stagedFile != stagedFile }
    } catch {
      return false
    }
  }

  /// Writes what a response settles. Where nobody knows whether the commit happened, the outcome is told when that is known.
  private func settle(
    _ number: Int64, _ photo: PhotoMetadata?, _ work: (inout ReplicaTransaction) throws -> OutboxChange
  ) throws {
    appliedCount += 1
    concluding[number] = .acknowledged(photo)
    let change = try write(work)
    concluding[number] = nil
    settled(number, change, photo)
  }
}

// MARK: Reading changes

extension ReplicaCore {
  private func pull() async {
    do {
      let applied = appliedCount
      let page = try await SnapshotReader(state: file.state, service: service).next()
      guard !isClosed else { return }
      let pulled = try write { transaction in
        try transaction.take(page, isUndisturbed: applied == appliedCount)
      }
      if case .account = page { noteAccount() }
      handle(.pulled(pulled))
    } catch let error as WoofError {
      if error.isOfReplicaFile { handle(.storeFailed(error)) }
      handle(.pullFailed(error))
    } catch {
      handle(.pullFailed(WoofError(.cancelled, "The reading of changes was cancelled.")))
    }
  }

  private func beginSnapshot() {
    do {
      try write { transaction in
        transaction.state.token = nil
        transaction.state.snapshot = nil
      }
    } catch {
      handle(.storeFailed(error))
    }
  }

  private func connect() {
    let number = stream.begin()
    guard let token = file.state.token else { return handle(.disconnected(Self.noToken)) }
    let service = service
    let task = Task {
      do {
        let report: @Sendable (PhotoEventConnection) -> Void = { connection in
          Task { await self.connectionChanged(connection, number) }
        }
        let events = service.events(since: token, reporting: report)
        for try await event in events { try self.take(event, number) }
        self.streamEnded(WoofError(.connectionLost, "The stream of events ended."), number)
      } catch let error as WoofError {
        self.streamEnded(error, number)
      } catch {
        self.streamEnded(WoofError(.cancelled, "The stream of events was cancelled."), number)
      }
    }
    stream.note(task)
  }

  private static let noToken = WoofError(.changeTokenExpired, "The replica has no token to go on from.")

  private func connectionChanged(_ connection: PhotoEventConnection, _ number: Int) {
    guard stream.isCurrent(number) else { return }
    switch connection {
    case .connected: handle(.connected(isComplete: true))
    case .retrying(_, let error): streamEnded(error, number)
    }
  }

  private func streamEnded(_ error: WoofError, _ number: Int) {
    guard stream.isCurrent(number) else { return }
    stream.end()
    handle(.disconnected(error))
  }

  private func take(_ event: PhotoEvent, _ number: Int) throws {
    guard stream.isCurrent(number) else { throw CancellationError() }
    switch event {
    case .gap: handle(.refreshWanted)
    case .change(let change):
      if stream.append(change) { Task { self.writeLiveChanges(number) } }
    }
  }

  private func writeLiveChanges(_ number: Int) {
    guard stream.isCurrent(number) else { return }
    let changes = stream.takeUnwritten()
    guard let last = changes.last else { return }
    do {
      try write { transaction in
        for change in changes { try transaction.apply(change.photo) }
        transaction.state.token = last.token
        try transaction.trim()
      }
      appliedCount += 1
      handle(.changed)
    } catch {
      // What comes next must not carry the token past these: they come again from the token that is written.
      streamEnded(error, number)
      handle(.storeFailed(error))
    }
  }
}

// MARK: Sending edits

extension ReplicaCore {
  private func send(_ number: Int64) async {
    defer { sendTasks[number] = nil }
    do {
      try recover()
      guard let stored = try file.read({ try StoredEdit.read(number, in: $0, file.texts) }) else {
        return handle(.settled(number, .done(removed: [number])))
      }
      if let progress = stored.progress { uploads.begin(progress, handle: handles[number]) }
      let outcome = try await sender.send(stored)
      guard !isClosed else { return }
      try await conclude(stored, outcome)
    } catch let error as WoofError {
      handle(.settled(number, .again(isCounted: false, after: nil)))
      handle(.storeFailed(error))
    } catch {
      handle(.settled(number, .again(isCounted: false, after: nil)))
    }
  }

  private var sender: EditSender {
    EditSender(
      service: service, files: files, device: file.state.device,
      note: { number, state in try await self.note(number, state) },
      sent: { [uploads] number, count in uploads.set(number, sentByteCount: count) })
  }

  private func note(_ number: Int64, _ state: UploadState) throws {
    try write { transaction in
      try transaction.note(number) { stored in
        // A photo may have come since the upload was read to be sent.
        let newestBefore = stored.upload?.newestBefore
        stored.upload = state
        stored.upload?.newestBefore = newestBefore
      }
    }
  }

  /// Puts off what the refusal of an upload means that may have arrived; `true` if that is so.
  private func putsOff(_ stored: StoredEdit) throws -> Bool {
    let attempts = engine.outbox[stored.edit.number]?.attempts ?? 0
    guard stored.kind == .upload, attempts + 1 < Settlement.attemptLimit else { return false }
    return try write { try $0.putOff(stored) }
  }

  private func end(_ numbers: [Int64], _ outcome: EditHandle.Outcome) {
    uploads.end(numbers)
    handles.end(numbers, outcome)
  }

  private func conclude(_ stored: StoredEdit, _ outcome: EditOutcome) async throws {
    let number = stored.edit.number
    guard isOfItsPhoto(stored) else { return handle(.settled(number, .again(isCounted: false, after: nil))) }
    switch Settlement(outcome, of: stored.kind, attempts: engine.outbox[number]?.attempts ?? 0) {
    case .done(let photo): try settle(number, photo) { try $0.settle(stored, as: photo) }
    case .gone: try settle(number, nil) { try $0.settleGone(stored) }
    case .uploaded(let uploaded):
      try settle(number, uploaded.photo) { try $0.settle(stored, as: uploaded) }
    case .conflict(let current): try await resolve(stored, current)
    case .read: try await conclude(stored, try await sender.read(stored.edit.photo))
    case .again(let isCounted, let after):
      if isCounted { try write { try $0.note(number) { $0.edit.attempts += 1 } } }
      handle(.settled(number, .again(isCounted: isCounted, after: after)))
    case .problem where try putsOff(stored): handle(.settled(number, .again(isCounted: true, after: nil)))
    case .problem(let problem, let photoIsGone):
      if let (change, photo) = try write({ try $0.fail(stored, with: problem, photoIsGone: photoIsGone) }) {
        return settled(number, change, photo)
      }
      uploads.end([number])
      handles[number]?.fail(problem)
      handle(.settled(number, .problem))
    case .pause(let duration, let error): handle(.settled(number, .pause(duration, error)))
    case .signedOut(let error): handle(.settled(number, .signedOut(error)))
    case .unreachable(let error): handle(.settled(number, .unreachable(error)))
    }
  }

  /// Returns `false` for an edit that was sent to a photo of which its upload has made another one since: whatever came of that
  /// tells nothing of the photo that there is now.
  private func isOfItsPhoto(_ sent: StoredEdit) -> Bool {
    guard sent.kind != .upload, let entry = engine.outbox[sent.edit.number] else { return true }
    return entry.photo == sent.edit.photo
  }

  private func settled(_ number: Int64, _ change: OutboxChange, _ photo: PhotoMetadata?) {
    end(change.removed, .acknowledged(photo))
    handle(.settled(number, .done(removed: change.removed, added: change.added)))
  }

  private func resolve(_ stored: StoredEdit, _ current: PhotoMetadata) async throws {
    guard case .metadata(let edit) = stored.edit.change else {
      return handle(.settled(stored.edit.number, .again(isCounted: true, after: nil)))
    }
    let conflict = MetadataConflict(edit: edit, current: current)
    var merged = conflict.merged
    if conflict.isReal {
      merged = await resolver.resolve(conflict)
      merged.base = MetadataEdit.Base(current)
      if merged.caption == current.caption { merged.caption = nil }
      if merged.visibility == current.visibility { merged.visibility = nil }
    }
    guard !isClosed else { return }
    guard isOfItsPhoto(stored) else {
      return handle(.settled(stored.edit.number, .again(isCounted: false, after: nil)))
    }
    appliedCount += 1
    let change = try write { try $0.merge(stored, into: current, as: merged) }
    guard change.removed.isEmpty else { return settled(stored.edit.number, change, current) }
    handle(.settled(stored.edit.number, .merged))
  }
}

// MARK: The app's edits

extension ReplicaCore {
  /// Makes an edit; it is durable when this returns.
  func edit(_ id: PhotoID, _ wish: EditWish) throws(WoofError) -> EditHandle {
    let time = environment.wallTime()
    let outbox = engine.outbox
    let change = try write { transaction in
      try transaction.edit(id, wish, at: time) { outbox[$0]?.isInFlight ?? false }
    }
    return made(change, of: id)
  }

  /// Adds a picture that is staged; it is durable when this returns.
  func upload(_ staged: StagedUpload) throws(WoofError) -> EditHandle {
    let (id, key, time) = (environment.newPhotoID(), environment.newName(), environment.wallTime())
    return made(try write { try $0.upload(staged, as: id, key: key, at: time) }, of: id)
  }

  private func made(_ change: OutboxChange, of id: PhotoID) -> EditHandle {
    end(change.removed, .replaced)
    guard let edit = change.edit, !change.added.isEmpty else {
      // It went into an edit that waits, or took back what was never sent.
      let number = change.edit?.number ?? 0
      if let handle = handles[number] { return handle }
      let handle = EditHandle(number: number, photo: id)
      if number > 0 { handles.add(handle) } else { handle.end(.discarded) }
      if !change.removed.isEmpty { self.handle(.edited([], replacing: change.removed)) }
      return handle
    }
    var byteCount: Int64?
    if case .upload(let staged) = edit.change { byteCount = staged.byteCount }
    let handle = EditHandle(number: edit.number, photo: id, byteCount: byteCount)
    handles.add(handle)
    self.handle(.edited(change.added, replacing: change.removed))
    return handle
  }

  /// Discards an edit that is not on its way.
  ///
  /// - Returns: `false` where it is on its way, or there is none of that number.
  func discard(_ number: Int64) throws(WoofError) -> Bool {
    guard let entry = engine.outbox[number], !entry.isInFlight else { return false }
    let change = try write { try $0.discard(number) }
    end(change.removed, .discarded)
    handle(.edited([], replacing: change.removed))
    return true
  }

  /// Lets an edit with a problem be sent again.
  ///
  /// - Returns: `false` where there is none of that number.
  func retry(_ number: Int64) throws(WoofError) -> Bool {
    guard try write({ try $0.retry(number) }) else { return false }
    handles[number]?.retry()
    handle(.retried([number]))
    return true
  }

  /// Opens a list, which is told of every change from this moment on.
  func open(_ query: PhotoListQuery) throws(WoofError) -> LiveList {
    guard !isClosed else { throw WoofError(.fileNotReadable, "The replica has been closed: open it again.") }
    // Nothing is written meanwhile, as this is the writer's own turn.
    let list = LiveList(query, account: account, keys: try reader.read { try $0.keys(query) })
    lists.add(list)
    return list
  }
}
