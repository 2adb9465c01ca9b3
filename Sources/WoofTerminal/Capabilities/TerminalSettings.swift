import Glibc

/// How a terminal was when the program began, so that it can be left so whatever the program did to it.
public struct TerminalSettings: Sendable {
  private let terminal: Terminal
  private let settings: termios

  /// Notes the settings; `nil` where the program has no terminal.
  public init?() {
    guard let terminal = Terminal() else { return nil }
    var settings = termios()
    guard tcgetattr(terminal.descriptor, &settings) == 0 else { return nil }
    self.terminal = terminal
    self.settings = settings
  }

  /// Leaves the terminal as it was: keys are shown again, and the screen is the one from before.
  public func restore() {
    FullScreen.leave()
    // A program in the background would be stopped by it.
    guard terminal.isInForeground else { return }
    var settings = settings
    tcsetattr(terminal.descriptor, TCSANOW, &settings)
  }
}
