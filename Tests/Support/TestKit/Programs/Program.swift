// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A program that a test has started, and that ends with the test.
final class Program: @unchecked Sendable {  // used by one test, whose tasks take turns
  /// What a program leaves when it has ended.
  struct Outcome {
    /// Its exit code, or 128 and the number of the signal that ended it.
    let code: Int32
    let output: String
    let errors: String
  }

  /// The command `woof`.
  static let woof = built("woof")
  /// The command `dogs`.
  static let dogs = built("dogs")

  /// The path of a command, which is built into the same folder as the tests.
  static func built(_ name: String) -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let tests = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return "\(tests.prefix { $0 != "\n" }.split(separator: "/").dropLast().map { "/\($0)" }.joined())/\(name)"
  }

  let identifier: pid_t
  private let folder: TemporaryFolder
  private var code: Int32?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - input: What it reads from standard input.
  ///   - descriptor: What it finds as its descriptor 3.
  ///   - environment: Variables, as `NAME=value`, that it finds beside those of this process.
  init(
    _ program: String = Program.woof, arguments: [String], input: String = "", descriptor: Int32? = nil,
    environment: [String] = []
  ) throws {
    folder = try TemporaryFolder()
    try folder.write(input, to: "input")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, folder.path("input"), O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, folder.path("output"), O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, folder.path("errors"), O_WRONLY | O_CREAT, 0o600)
    if let descriptor { posix_spawn_file_actions_adddup2(&actions, descriptor, 3) }
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var variables = (Self.environment + environment).map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    var identifier = pid_t()
    let number = posix_spawnp(&identifier, program, &actions, nil, &words, &variables)
    guard number == 0 else { throw TestFailure("\(program): \(String(cString: strerror(number)))") }
    self.identifier = identifier
  }

  deinit {
    guard code == nil else { return }
    kill(identifier, SIGKILL)
    waitpid(identifier, nil, 0)
  }

  /// Runs `woof` to its end.
  static func run(_ arguments: [String], input: String = "") async throws -> Outcome {
    try await Program(arguments: arguments, input: input).outcome()
  }

  /// Runs a program, which `PATH` finds where its name has no slash, to its end.
  static func run(_ program: String, _ arguments: [String], environment: [String] = []) async throws -> Outcome {
    try await Program(program, arguments: arguments, environment: environment).outcome()
  }

  /// Runs a program to its end and gives what it wrote; blocks the thread until then.
  ///
  /// - Throws: `TestFailure` if it does not end with 0, with its messages.
  static func output(of program: String, _ arguments: [String]) throws -> String {
    let running = try Program(program, arguments: arguments)
    var status: Int32 = -1
    waitpid(running.identifier, &status, 0)
    running.code = status
    guard status == 0 else { throw TestFailure("\(program) \(arguments) failed: \(running.errors)") }
    return running.output
  }

  func signal(_ number: Int32) { kill(identifier, number) }

  /// Waits for the program to end.
  func outcome() async throws -> Outcome {
    try await eventually { self.hasEnded }
    return Outcome(code: code ?? 0, output: output, errors: errors)
  }

  /// Whether the program has ended.
  var hasEnded: Bool {
    var status: Int32 = 0
    if code == nil, waitpid(identifier, &status, WNOHANG) == identifier {
      code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
    }
    return code != nil
  }

  /// What the program has written so far.
  var output: String { (try? String(contentsOfFile: folder.path("output"))) ?? "" }

  /// What the program has said of errors so far.
  var errors: String { (try? String(contentsOfFile: folder.path("errors"))) ?? "" }

  /// What programs find of the environment of this process.
  static var environment: [String] {
    var variables: [String] = []
    var entry = environ
    while let text = entry.pointee {
      variables.append(String(cString: text))
      entry += 1
    }
    // What the tests were started with, and on what terminal, is not for the programs that they start.
    let own = ["NOTIFY_SOCKET=", "LISTEN_", "TERM", "COLORTERM=", "NO_COLOR=", "KITTY_"]
    return variables.filter { !own.contains(where: $0.hasPrefix) }
  }
}
