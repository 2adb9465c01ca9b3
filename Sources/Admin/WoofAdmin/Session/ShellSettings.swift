import Synchronization

/// What a user has set of the shell, for all commands that follow.
final class ShellSettings: Sendable {
  private struct State {
    var printsJSON = false
    var measuresTime = false
    var lastWords: [String] = []
    var isEnding = false
  }

  private let state: Mutex<State>

  init(printsJSON: Bool = false) {
    state = Mutex(State(printsJSON: printsJSON))
  }

  /// Whether results are printed as JSON.
  var printsJSON: Bool {
    get { state.withLock { $0.printsJSON } }
    set { state.withLock { $0.printsJSON = newValue } }
  }

  /// Whether the time of each command is printed.
  var measuresTime: Bool {
    get { state.withLock { $0.measuresTime } }
    set { state.withLock { $0.measuresTime = newValue } }
  }

  /// The words of the last command that was none of the shell's own.
  var lastWords: [String] {
    get { state.withLock { $0.lastWords } }
    set { state.withLock { $0.lastWords = newValue } }
  }

  /// Whether the shell is to end after this command.
  var isEnding: Bool {
    get { state.withLock { $0.isEnding } }
    set { state.withLock { $0.isEnding = newValue } }
  }
}
