// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// A program on a terminal of its own, which ends with the test: what is typed goes in at the far end, and what is shown
/// comes out there.
final class TerminalProgram: @unchecked Sendable {  // used by one test, whose tasks take turns
  private let identifier: pid_t
  private let far: Int32
  private let near: Int32
  private var bytes: [UInt8] = []
  private var code: Int32?

  /// Starts a program whose streams are the terminal, and which the terminal sends signals to.
  ///
  /// - Parameter environment: Variables, as `NAME=value`, that it finds beside those of this process.
  init(_ program: String, arguments: [String], environment: [String] = [], columns: UInt16 = 100, rows: UInt16 = 30)
    throws
  {
    var ends: (far: Int32, near: Int32) = (-1, -1)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&ends.far, &ends.near, nil, nil, &size) == 0 else { throw TestFailure("openpty: \(errno)") }
    (far, near) = ends
    for end in [far, near] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(far, F_SETFL, O_NONBLOCK)
    var name = [CChar](repeating: 0, count: 128)
    ttyname_r(near, &name, name.count)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // The first terminal that the leader of a session opens is the one that controls it.
    posix_spawnattr_setflags(&attributes, Self.newSession)
    for stream: Int32 in 0...2 { posix_spawn_file_actions_addopen(&actions, stream, name, O_RDWR, 0) }
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var variables = (environment + Program.environment).map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    var identifier = pid_t()
    let number = posix_spawnp(&identifier, program, &actions, &attributes, &words, &variables)
    guard number == 0 else { throw TestFailure("\(program): \(String(cString: strerror(number)))") }
    self.identifier = identifier
  }

  deinit {
    if code == nil {
      kill(identifier, SIGKILL)
      waitpid(identifier, nil, 0)
    }
    close(far)
    close(near)
  }

  /// `POSIX_SPAWN_SETSID`, which the C library hides behind a feature macro.
  private static let newSession: Int16 = 0x80

  /// Everything that was shown so far, escape sequences included.
  var shown: String {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(far, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the terminal shows what is typed.
  var isEchoing: Bool { flags & tcflag_t(ECHO) != 0 }
  /// Whether the terminal edits lines and makes signals of ^C, as it does before a program changes it.
  var isAsUsual: Bool { flags & tcflag_t(ECHO | ICANON | ISIG) == tcflag_t(ECHO | ICANON | ISIG) }

  /// Types keys.
  func type(_ keys: String) throws {
    let keys = Array(keys.utf8)
    guard write(far, keys, keys.count) == keys.count else { throw TestFailure("the terminal takes no more") }
  }

  /// Keeps the terminal from showing what is typed, as another program on it might.
  func stopEchoing() {
    var settings = termios()
    tcgetattr(near, &settings)
    settings.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(near, TCSANOW, &settings)
  }

  /// Changes the size of the terminal, of which the program is told.
  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(far, UInt(TIOCSWINSZ), &size)
  }

  /// Sends a signal.
  func signal(_ number: Int32) { kill(identifier, number) }

  /// Waits until something has been shown.
  func wait(for text: String, count: Int = 1) async throws {
    do {
      try await eventually { self.shown.split(separator: text, omittingEmptySubsequences: false).count > count }
    } catch {
      throw TestFailure("‘\(text)’ is not shown, but: \(shown)")
    }
  }

  /// Waits for the program to end, and gives its exit code, or 128 and the number of the signal that ended it.
  func outcome() async throws -> Int32 {
    try await eventually {
      _ = self.shown
      return self.hasEnded
    }
    return code ?? 0
  }

  private var hasEnded: Bool {
    var status: Int32 = 0
    if code == nil, waitpid(identifier, &status, WNOHANG) == identifier {
      code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
    }
    return code != nil
  }

  private var flags: tcflag_t {
    var settings = termios()
    return tcgetattr(near, &settings) == 0 ? settings.c_lflag : 0
  }
}
