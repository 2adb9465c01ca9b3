// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The settings that a user has made in the shell, which hold for all commands that follow.
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

  /// `true` if results are printed as JSON; `false` by default.
  var printsJSON: Bool {
    get { state.withLock { $0.printsJSON } }
    set { state.withLock { $0.printsJSON = newValue } }
  }

  /// `true` if the time of each command is printed; `false` by default.
  var measuresTime: Bool {
    get { state.withLock { $0.measuresTime } }
    set { state.withLock { $0.measuresTime = newValue } }
  }

  /// The words of the last command that was none of the shell's own.
  var lastWords: [String] {
    get { state.withLock { $0.lastWords } }
    set { state.withLock { $0.lastWords = newValue } }
  }

  /// `true` if the shell is to end after this command.
  var isEnding: Bool {
    get { state.withLock { $0.isEnding } }
    set { state.withLock { $0.isEnding = newValue } }
  }
}
