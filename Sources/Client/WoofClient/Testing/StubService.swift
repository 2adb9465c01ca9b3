// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// A service for tests of apps, without a socket: it responds to requests, transfers and subscribers as a test says.
///
/// What has no response fails with ``WoofError/Code/notImplemented``, which names what is missing.
public final class StubService: APIService, TransferService {
  private typealias Uploading = @Sendable (PhotoUpload, Progress) async throws -> UploadedPhoto
  private typealias Fetching = @Sendable (PhotoBytes, Progress) async throws -> FetchedPhoto
  private typealias Archiving = @Sendable (ArchiveSource, Progress) async throws -> Data

  private struct State {
    var responses: [ObjectIdentifier: @Sendable (any Sendable) async throws -> any Sendable] = [:]
    var uploading: Uploading?
    var fetching: Fetching?
    var archiving: Archiving?
    var requests: [any APIRequest] = []
    var uploads: [PhotoUpload] = []
    var fetches: [PhotoBytes] = []
    var archives: [ArchiveSource] = []
  }

  private let state = Mutex(State())
  private let log = StubEventLog()

  /// Makes a service that has no responses yet.
  public init() {}

  /// The requests so far, in their order, those without a response included.
  public var requests: [any APIRequest] { state.withLock { $0.requests } }
  /// The uploads so far, in their order, those that failed included.
  public var uploads: [PhotoUpload] { state.withLock { $0.uploads } }
  /// The originals and variants that were fetched or downloaded so far, in their order, those that failed included.
  public var fetches: [PhotoBytes] { state.withLock { $0.fetches } }
  /// The archives that were downloaded so far, in their order, those that failed included.
  public var archives: [ArchiveSource] { state.withLock { $0.archives } }

  /// Sets the response to requests of a type; the newest one counts.
  public func respond<Request: APIRequest>(
    to type: Request.Type, with response: @escaping @Sendable (Request) async throws -> Request.Response
  ) {
    state.withLock { state in
      state.responses[ObjectIdentifier(type)] = { request in
        guard let request = request as? Request else { throw Self.noResponse(to: type) }
        return try await response(request)
      }
    }
  }

  /// Sets the response to requests of a type; the newest one counts.
  @available(*, deprecated, renamed: "respond(to:with:)")
  public func answer<Request: APIRequest>(
    _ type: Request.Type, with answer: @escaping @Sendable (Request) async throws -> Request.Response
  ) {
    respond(to: type, with: answer)
  }

  /// Sets the response to uploads; the newest one counts.
  ///
  /// - Parameter response: Takes the upload, moves the progress on that the app watches, and gives the photo or fails. It
  ///   may do so in the middle. Where the app watches none, the progress is nobody's.
  public func respondToUploads(
    with response: @escaping @Sendable (PhotoUpload, Progress) async throws -> UploadedPhoto
  ) {
    state.withLock { $0.uploading = response }
  }

  /// Sets the response to what is fetched and downloaded; the newest one counts. A download puts the bytes into its file.
  ///
  /// - Parameter response: Takes the original or the variant, moves the progress on that the app watches, and gives the
  ///   photo or fails. It may do so in the middle: then a download leaves no file. Where the app watches none, the
  ///   progress is nobody's.
  public func respondToFetches(
    with response: @escaping @Sendable (PhotoBytes, Progress) async throws -> FetchedPhoto
  ) {
    state.withLock { $0.fetching = response }
  }

  /// Sets the response to downloads of archives; the newest one counts. The bytes are put into the file.
  ///
  /// - Parameter response: Takes the source of the archive, moves the progress on that the app watches, and gives the bytes
  ///   or fails. It may do so in the middle: then the download leaves no file. Where the app watches none, the progress is
  ///   nobody's.
  public func respondToArchives(with response: @escaping @Sendable (ArchiveSource, Progress) async throws -> Data) {
    state.withLock { $0.archiving = response }
  }

  /// Gives what was set for requests of the type.
  ///
  /// - Throws: Any error of the response; ``WoofError`` with ``WoofError/Code/notImplemented`` where there is none.
  public func response<Request: APIRequest>(to request: Request) async throws -> Request.Response {
    let response = state.withLock { state in
      state.requests.append(request)
      return state.responses[ObjectIdentifier(Request.self)]
    }
    guard let response = try await response?(request) as? Request.Response else {
      throw Self.noResponse(to: Request.self)
    }
    return response
  }

  /// Gives what was set for uploads.
  ///
  /// - Throws: Any error of the response; ``WoofError`` with ``WoofError/Code/notImplemented`` where there is none;
  ///   `CancellationError` when the task or the progress is cancelled.
  public func upload(_ upload: PhotoUpload, progress: Progress?) async throws -> UploadedPhoto {
    let uploading = state.withLock { state in
      state.uploads.append(upload)
      return state.uploading
    }
    guard let uploading else { throw Self.noResponse(to: "uploads", setBy: "respondToUploads(with:)") }
    return try await TransferProgress(progress).cancelling {
      try await uploading(upload, progress ?? Progress(totalUnitCount: 0))
    }
  }

  /// Gives what was set for fetched photos.
  ///
  /// - Throws: Any error of the response; ``WoofError`` with ``WoofError/Code/notImplemented`` where there is none;
  ///   `CancellationError` when the task or the progress is cancelled.
  public func fetchPhoto(_ bytes: PhotoBytes, progress: Progress?) async throws -> FetchedPhoto {
    let fetching = state.withLock { state in
      state.fetches.append(bytes)
      return state.fetching
    }
    guard let fetching else { throw Self.noResponse(to: "fetched photos", setBy: "respondToFetches(with:)") }
    return try await TransferProgress(progress).cancelling {
      try await fetching(bytes, progress ?? Progress(totalUnitCount: 0))
    }
  }

  /// Puts the bytes of what was set for fetched photos into a file.
  ///
  /// - Throws: As ``fetchPhoto(_:progress:)``, and ``WoofError`` of the client's codes for files.
  @discardableResult
  public func download(_ bytes: PhotoBytes, to file: URL, progress: Progress?) async throws -> DownloadedPhoto {
    let photo = try await fetchPhoto(bytes, progress: progress)
    try Self.write(photo.data, to: file)
    return DownloadedPhoto(id: photo.id, file: file, digest: photo.digest, findings: photo.findings)
  }

  /// Puts the bytes that were set for archives into a file.
  ///
  /// - Throws: Any error of the response; ``WoofError`` with ``WoofError/Code/notImplemented`` where there is none, or of the
  ///   client's codes for files; `CancellationError` when the task or the progress is cancelled.
  @discardableResult
  public func downloadArchive(
    _ source: ArchiveSource, to file: URL, progress: Progress?
  ) async throws -> DownloadedArchive {
    let archiving = state.withLock { state in
      state.archives.append(source)
      return state.archiving
    }
    guard let archiving else { throw Self.noResponse(to: "archives", setBy: "respondToArchives(with:)") }
    let data = try await TransferProgress(progress).cancelling {
      try await archiving(source, progress ?? Progress(totalUnitCount: 0))
    }
    try Self.write(data, to: file)
    return DownloadedArchive(file: file, byteCount: Int64(data.count))
  }

  private static func write(_ data: Data, to file: URL) throws {
    var partial = try PartialFile(for: file.path)
    try data.withUnsafeBytes { try partial.append($0) }
    try partial.moveIntoPlace()
  }

  private static func noResponse(to type: any APIRequest.Type) -> WoofError {
    noResponse(to: "\(type)", setBy: "respond(to:with:)")
  }

  private static func noResponse(to subject: String, setBy call: String) -> WoofError {
    WoofError(.notImplemented, "The stub has no response to \(subject): give it one with \(call).")
  }
}

extension StubService: EventService {
  /// Sends an event to every subscriber.
  ///
  /// One who subscribes later gets it too, unless its token is that of this event or of a later one: a test need not wait
  /// until the app has subscribed.
  public func send(_ event: PhotoEvent) { log.append(.event(ServiceEvent(event))) }

  /// Sends a change of a photo, an album or a share link to every subscriber who asks for such, as an event is sent.
  public func send(_ change: ServiceChange) { log.append(.event(.change(change))) }

  /// Tells every subscriber about its connection, between the events that were sent before and after.
  public func report(_ connection: PhotoEventConnection) { log.append(.connection(connection)) }

  /// Lets the events of one subscriber fail: of the first who has got what was sent before.
  public func failEvents(with error: any Error) { log.append(.failure(error)) }

  /// Gives what is sent, from the beginning or after the event with the token.
  public func events(
    since token: ChangeToken?, reporting report: @escaping @Sendable (PhotoEventConnection) -> Void
  ) -> PhotoEventSequence {
    let events = StubEvents(kinds: .photos, log: log, token: token, report: report)
    return PhotoEventSequence(events.compactMap { $0.ofPhoto })
  }

  /// Gives what is sent of these kinds, from the beginning or after the event with the token.
  public func events(
    kinds: ChangeSubjects, since token: ChangeToken?,
    reporting report: @escaping @Sendable (PhotoEventConnection) -> Void
  ) -> ServiceEventSequence {
    ServiceEventSequence(StubEvents(kinds: kinds, log: log, token: token, report: report))
  }
}
