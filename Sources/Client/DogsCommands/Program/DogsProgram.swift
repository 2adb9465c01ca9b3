import Dispatch
import Glibc
import Synchronization
import WoofClient
public import WoofCommandLine
import WoofTerminal

/// The command `dogs`.
public enum DogsProgram: CommandLineProgram {
  /// The time that the command has to clean up after it is asked to end; then the process ends at once.
  private static let grace = DispatchTimeInterval.seconds(3)

  /// Reads the arguments and does what they ask for.
  ///
  /// When it is asked to end (^C, `SIGTERM`, `SIGHUP`), what is under way is cancelled and cleaned up; the second time, or
  /// when that takes too long, the process ends at once. The terminal is left as it was, and no file half-written, either
  /// way.
  public static func run() async -> ExitCode {
    let signal = Mutex<Int32?>(nil)
    let work = Task { await interface.run() }
    @Sendable func end(by number: Int32) -> Never {
      restoreTerminal()
      PartialFiles.removeAll()
      _exit(128 + number)
    }
    TerminalSignals.shared.onInterruption { number in
      let isFirst = signal.withLock { signal in
        defer { signal = number }
        return signal == nil
      }
      guard isFirst else { end(by: number) }
      work.cancel()
      DispatchQueue.global().asyncAfter(deadline: .now() + grace) { end(by: number) }
    }
    let code = await work.value
    // Somebody may still be asked for a password that nobody waits for any more.
    restoreTerminal()
    guard code == .interrupted, let number = signal.withLock({ $0 }) else { return code }
    return ExitCode(rawValue: 128 + number)
  }

  /// Leaves the terminal as it was; what others have changed of it stays.
  private static func restoreTerminal() {
    FullScreen.leave()
    TerminalChanges.undoAll()
  }
}
