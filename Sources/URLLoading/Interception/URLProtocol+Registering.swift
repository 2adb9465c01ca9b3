import Synchronization

/// The classes that were registered for all sessions.
private enum Registered {
  static let classes = Mutex<[URLProtocol.Type]>([])
  static let count = Atomic<Int>(0)
}

extension URLProtocol {
  /// Has the shared session, and configurations that are made from now on, ask a class before the network; the class
  /// registered last is asked first.
  ///
  /// - Returns: `false` where it is no subclass of `URLProtocol`.
  @discardableResult
  public class func registerClass(_ protocolClass: AnyClass) -> Bool {
    guard let protocolClass = protocolClass as? URLProtocol.Type else { return false }
    Registered.classes.withLock { classes in
      classes.removeAll { $0 == protocolClass }
      classes.insert(protocolClass, at: 0)
      Registered.count.store(classes.count, ordering: .releasing)
    }
    return true
  }

  /// Has the class asked no more, but by sessions whose configuration has it.
  public class func unregisterClass(_ protocolClass: AnyClass) {
    Registered.classes.withLock { classes in
      classes.removeAll { $0 == protocolClass }
      Registered.count.store(classes.count, ordering: .releasing)
    }
  }

  static var registeredClasses: [URLProtocol.Type] { Registered.classes.withLock { $0 } }

  /// Whether a session has to ask registered classes besides those of its configuration.
  static func appliesToShared(_ session: URLSession) -> Bool {
    Registered.count.load(ordering: .acquiring) > 0 && session === URLSession.shared
  }
}
