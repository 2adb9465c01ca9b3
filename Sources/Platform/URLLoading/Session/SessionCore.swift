// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Synchronization

/// The state that a session shares with its loads.
final class SessionCore: Sendable {
  private struct Owned {
    var delegate: (any URLSessionDelegate)?
    var isInvalidated = false
    var description: String?
  }

  let settings: SessionSettings
  let delegateQueue: DelegateQueue
  let pool: TransferPool
  let registry = TaskRegistry()
  let credentials = CredentialMemory()
  let challenges = ChallengeLine()
  let trust = TrustMemory()
  let responses = ResponseMemory()
  private let owned: Mutex<Owned>

  init(configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, queue: OperationQueue?) {
    settings = SessionSettings(configuration)
    delegateQueue = DelegateQueue(queue)
    pool = TransferPool(settings: settings.pool)
    owned = Mutex(Owned(delegate: delegate))
  }

  var delegate: (any URLSessionDelegate)? { owned.withLock { $0.delegate } }

  var isInvalidated: Bool { owned.withLock { $0.isInvalidated } }

  var sessionDescription: String? {
    get { owned.withLock { $0.description } }
    set { owned.withLock { $0.description = newValue } }
  }

  var tasksByKind: ([URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]) {
    let tasks = registry.tasks
    let uploads = tasks.compactMap { $0 as? URLSessionUploadTask }
    let data = tasks.compactMap { $0 is URLSessionUploadTask ? nil : $0 as? URLSessionDataTask }
    return (data, uploads, tasks.compactMap { $0 as? URLSessionDownloadTask })
  }

  /// No task is made any more; when the last has completed, the delegate is told and released.
  func invalidate(_ session: URLSession) {
    let isFirst = owned.withLock { owned in
      defer { owned.isInvalidated = true }
      return !owned.isInvalidated
    }
    guard isFirst else { return }
    registry.whenEmpty { [self] in
      let delegate = owned.withLock { $0.delegate.take() }
      if let delegate {
        delegateQueue.enqueue { delegate.urlSession(session, didBecomeInvalidWithError: nil) }
      }
      close()
    }
  }

  func reset() {
    credentials.removeAll()
    trust.removeAll()
    settings.urlCache?.removeAllCachedResponses()
    if let storage = settings.cookieStorage {
      for cookie in storage.cookies ?? [] { storage.deleteCookie(cookie) }
    }
    if let storage = settings.credentialStorage {
      for (space, known) in storage.allCredentials {
        for credential in known.values { storage.remove(credential, for: space) }
      }
    }
    pool.renewConnections()
  }

  /// Does something when what was stored is on disk, and uses new connections from now on.
  func flush(then next: @escaping @Sendable () -> Void) {
    pool.renewConnections()
    guard let cache = settings.urlCache else { return next() }
    cache.flush(then: next)
  }

  func close() { pool.close() }
}
