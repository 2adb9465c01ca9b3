import Synchronization

/// The classes that were registered for all sessions.
enum RegisteredProtocols {
  static let classes = Mutex<[URLProtocol.Type]>([])
  static let count = Atomic<Int>(0)
}

extension URLProtocol {
  static var registeredClasses: [URLProtocol.Type] { RegisteredProtocols.classes.withLock { $0 } }

  /// Returns `true` if a session has to ask registered classes besides those of its configuration, as the shared
  /// session does.
  static func appliesToShared(_ session: URLSession) -> Bool {
    RegisteredProtocols.count.load(ordering: .acquiring) > 0 && session === URLSession.shared
  }
}
