// SPDX-License-Identifier: Apache-2.0

import Dispatch
public import Foundation
public import FoundationNetworking
import Synchronization

/// Responses that have been loaded, in memory and on disk.
///
/// It has the interface of Foundation's class of that name, and stores the responses to GET requests by their URL and by
/// what `Vary` names (RFC 9111 §4.1). What speaks for somebody, by a field `Authorization`, is given only to requests that
/// speak for the same one, and never reaches the disk. Whether a stored response may be used is not decided here; see
/// `CachePolicy`.
///
/// A response that is larger than a twentieth of a capacity is not kept there. What was used longest ago goes first. It
/// may be used from several threads. Writing to disk and removing from it happen later, on a queue; a crash loses what was
/// not written, and damages nothing.
open class URLCache: NSObject, @unchecked Sendable {  // its properties are guarded by mutexes, or never change
  /// The places in which a response may be stored.
  public enum StoragePolicy: UInt, Sendable {
    /// In memory and on disk.
    case allowed
    /// In memory.
    case allowedInMemoryOnly
    /// Nowhere.
    case notAllowed
  }

  private static let sharedCache = Mutex<URLCache?>(nil)

  /// The cache of all sessions that have no other: 4 MB in memory and 20 MB on disk, unless another one was set.
  open class var shared: URLCache {
    get {
      sharedCache.withLock { shared in
        if let shared { return shared }
        let made = URLCache(memoryCapacity: 4 << 20, diskCapacity: 20 << 20)
        shared = made
        return made
      }
    }
    set { sharedCache.withLock { $0 = newValue } }
  }

  private let memory: Mutex<CacheMemory>
  private let files: CacheFiles
  private let readings = DispatchQueue(label: "URLLoading.URLCache.readings", qos: .userInitiated)

  /// Makes a cache.
  ///
  /// - Parameters:
  ///   - memoryCapacity: The most bytes that it keeps in memory.
  ///   - diskCapacity: The most bytes that it keeps on disk; with 0, it never touches the disk.
  ///   - directory: Its folder, which it makes, readable for this user only, when it first stores something. Where it is
  ///     `nil`, a folder of the process's name in the user's folder for caches.
  public init(memoryCapacity: Int, diskCapacity: Int, directory: URL? = nil) {
    memory = Mutex(CacheMemory(capacity: memoryCapacity))
    files = CacheFiles(folder: directory?.path ?? Self.defaultFolder, capacity: diskCapacity)
    super.init()
  }

  /// Makes a cache.
  ///
  /// - Parameter path: Its folder; see ``init(memoryCapacity:diskCapacity:directory:)``.
  public convenience init(memoryCapacity: Int, diskCapacity: Int, diskPath path: String?) {
    self.init(
      memoryCapacity: memoryCapacity, diskCapacity: diskCapacity, directory: path.map { URL(fileURLWithPath: $0) })
  }

  /// Makes a cache of 4 MB in memory, and none on disk.
  public override convenience init() { self.init(memoryCapacity: 4 << 20, diskCapacity: 0, directory: nil) }

  /// The largest number of bytes kept in memory. Setting less removes the responses that were used longest ago.
  open var memoryCapacity: Int {
    get { memory.withLock { $0.capacity } }
    set { memory.withLock { $0.setCapacity(newValue) } }
  }

  /// The largest number of bytes kept on disk. Setting less removes the responses that were used longest ago.
  open var diskCapacity: Int {
    get { files.capacity }
    set { files.setCapacity(newValue) }
  }

  /// The approximate number of bytes in memory.
  open var currentMemoryUsage: Int { memory.withLock { $0.usage } }

  /// The number of bytes on disk.
  open var currentDiskUsage: Int { files.usage }

  /// Returns the response that is stored for a request's URL and its values of the fields that the response varies by.
  open func cachedResponse(for request: URLRequest) -> CachedURLResponse? {
    guard let key = CacheKey(request) else { return nil }
    let (held, count) = memory.withLock { ($0.find(key, for: request), $0.changeCount) }
    if let held { return held }
    guard let found = files.find(key, for: request) else { return nil }
    let selection = found.vary.selection(of: request)
    memory.withLock { memory in
      // What was stored or removed while the file was read must not come back.
      guard memory.changeCount == count else { return }
      memory.store(found, key: key, vary: found.vary, selection: selection)
    }
    return found
  }

  /// Stores a response, in place of one that the same requests select.
  ///
  /// It does not look whether the response allows to be stored. One whose policy is `.notAllowed`, one to a request that
  /// is no GET, and one that varies by everything are not kept.
  open func storeCachedResponse(_ cachedResponse: CachedURLResponse, for request: URLRequest) {
    guard cachedResponse.storagePolicy != .notAllowed, request.httpMethod ?? "GET" == "GET",
      let key = CacheKey(request), !cachedResponse.vary.isAny
    else { return }
    let vary = cachedResponse.vary
    let selection = vary.selection(of: request)
    // The files come first, here and where something is removed: otherwise somebody could find the old file between the
    // two, and keep it in memory.
    if cachedResponse.storagePolicy == .allowed, selection["authorization"] == nil {
      files.store(cachedResponse, key: key, vary: vary, selection: selection)
    } else {
      files.remove(key, selection: selection)
    }
    memory.withLock { $0.store(cachedResponse, key: key, vary: vary, selection: selection) }
  }

  /// Removes what is stored for a request's URL.
  open func removeCachedResponse(for request: URLRequest) {
    guard let key = CacheKey(request) else { return }
    files.remove(key)
    memory.withLock { $0.remove(key) }
  }

  /// Removes everything.
  open func removeAllCachedResponses() {
    files.removeAll()
    memory.withLock { $0.removeAll() }
  }

  /// Removes what was stored at a time or later.
  open func removeCachedResponses(since date: Date) {
    files.remove(since: date)
    memory.withLock { $0.remove(since: date) }
  }

  // MARK: The same for one task

  /// Hands over what is stored for a task's request.
  ///
  /// - Parameter completionHandler: Called once, before this returns.
  open func getCachedResponse(
    for dataTask: URLSessionDataTask, completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
  ) {
    completionHandler(dataTask.currentRequest.flatMap { cachedResponse(for: $0) })
  }

  /// Returns the response that is stored for a task's current request; `nil` if there is none.
  open func cachedResponse(for dataTask: URLSessionDataTask) async -> CachedURLResponse? {
    dataTask.currentRequest.flatMap { cachedResponse(for: $0) }
  }

  /// Stores a response to a task's request; see ``storeCachedResponse(_:for:)-(_,URLRequest)``.
  open func storeCachedResponse(_ cachedResponse: CachedURLResponse, for dataTask: URLSessionDataTask) {
    if let request = dataTask.currentRequest { storeCachedResponse(cachedResponse, for: request) }
  }

  /// Removes what is stored for the URL of a task's request.
  open func removeCachedResponse(for dataTask: URLSessionDataTask) {
    if let request = dataTask.currentRequest { removeCachedResponse(for: request) }
  }

  /// Returns `true` if nothing has to be read from disk to tell what is stored for a request.
  func isAtHand(_ request: URLRequest) -> Bool {
    guard let key = CacheKey(request) else { return true }
    return !files.isOnDisk(key) || memory.withLock { $0.find(key, for: request) } != nil
  }

  /// Does what reads from disk, away from who calls: one after the other.
  func perform(_ body: @escaping @Sendable () -> Void) { readings.async { body() } }

  /// Waits until what was stored is on disk, as far as it belongs there.
  func flush() { files.flush() }

  /// Does something when what was stored is on disk, as far as it belongs there.
  func flush(then next: @escaping @Sendable () -> Void) { files.flush(then: next) }

  private static var defaultFolder: String {
    let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
    let parent = caches?.path ?? NSTemporaryDirectory()
    let process = ProcessInfo.processInfo.processName.replacingOccurrences(of: "/", with: "_")
    return "\(parent)/URLLoading/\(process)"
  }
}

extension CachedURLResponse {
  /// The fields that select it.
  var vary: Vary { Vary(entry?.fields ?? HTTPFields()) }
}

extension URLCache.StoragePolicy {
  init(_ storage: CachePolicy.Storage) {
    self =
      switch storage {
      case .allowed: .allowed
      case .allowedInMemoryOnly: .allowedInMemoryOnly
      case .notAllowed: .notAllowed
      }
  }
}

extension CachePolicy.Storage {
  init(_ policy: URLCache.StoragePolicy) {
    self =
      switch policy {
      case .allowed: .allowed
      case .allowedInMemoryOnly: .allowedInMemoryOnly
      case .notAllowed: .notAllowed
      }
  }
}
