internal import CSQLite

extension Database {
  /// The number of steps of SQLite's virtual machine between two checks of whether a statement is to go on.
  private static let stepsAtOnce: Int32 = 100_000

  /// Runs statements that take long, and stops them where `check` throws (sqlite.org/c3ref/progress_handler.html).
  ///
  /// - Throws: What `check` and `body` throw.
  func stoppable<Result>(by check: () throws -> Void, _ body: () throws -> Result) throws -> Result {
    try withoutActuallyEscaping(check) { check in
      let stop = StopCheck(check)
      // The handler is taken away before the object goes, so it may refer to it without keeping it.
      let context = Unmanaged.passUnretained(stop).toOpaque()
      sqlite3_progress_handler(
        handle, Self.stepsAtOnce,
        { context in
          guard let context else { return 0 }
          return Unmanaged<StopCheck>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
        }, context)
      defer {
        sqlite3_progress_handler(handle, 0, nil, nil)
        withExtendedLifetime(stop) {}
      }
      do {
        return try body()
      } catch {
        throw stop.error ?? error
      }
    }
  }
}

/// Asks whether a statement is to go on. Used by one thread.
private final class StopCheck {
  private let check: () throws -> Void
  private(set) var error: (any Error)?

  init(_ check: @escaping () throws -> Void) { self.check = check }

  var isOver: Bool {
    do {
      try check()
      return false
    } catch {
      self.error = error
      return true
    }
  }
}
