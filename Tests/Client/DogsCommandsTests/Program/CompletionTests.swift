// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofCommandLine

@testable import DogsCommands
@testable import TestKit

/// What the shells make of the scripts, where they are installed.
@Suite(.timeLimit(.minutes(1))) struct `Completions of dogs` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["rex.jpg", "list"] { try folder.write("", to: name) }
    mkdir(folder.path("photos"), 0o700)
  }

  private static func isInstalled(_ shell: String) -> Bool { access("/usr/bin/\(shell)", X_OK) == 0 }

  // MARK: bash

  @Test(arguments: [
    (["dogs", "unf"], "unfavourite"), (["dogs", "list", "--ord"], "--order"),
    (["dogs", "list", "--order", ""], "newest popular taken"), (["dogs", "--url", "x", "sh"], "show"),
    (["dogs", "completions", "f"], "fish"), (["dogs", "show", "--picture", "si"], "sixel"), (["dogs", "--pict"], ""),
  ])
  func `bash completes the declared commands and options`(words: [String], offered: String) async throws {
    try folder.write(DogsProgram.interface.completions(for: .bash), to: "dogs.bash")
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    let script = """
      source '\(folder.path("dogs.bash"))'; compopt() { :; }
      COMP_WORDS=(\(list)); COMP_CWORD=\(words.count - 1); _dogs; echo "${COMPREPLY[*]}"
      """
    try await blocking {
      let outcome = try await Program.run("bash", ["-c", script])
      #expect(outcome.output == "\(offered)\n", "\(outcome)")
    }
  }

  // MARK: zsh

  /// Keys that are typed, and the line that they make.
  static let typed = [
    ("dogs unf\t", "dogs unfavourite "), ("dogs --url x sh\t", "dogs --url x show "),
    ("dogs list --ord\t", "dogs list --order="), ("dogs list --order \t", "dogs list --order newest"),
    ("dogs list --order \t\t", "dogs list --order popular"), ("dogs list --order=\t", "dogs list --order=newest"),
    ("dogs show --picture si\t", "dogs show --picture sixel "), ("dogs completions f\t", "dogs completions fish "),
    ("dogs upload -j 3 --vis\t", "dogs upload -j 3 --visibility="), ("dogs upload re\t", "dogs upload rex.jpg "),
    ("dogs upload list --cap\t", "dogs upload list --caption="),
    ("dogs download --into \t", "dogs download --into photos/"),
    ("dogs download --all --mi\t", "dogs download --all --mine "), ("dogs --pict\t", "dogs --pict"),
    ("dogs watch --json --js\t", "dogs watch --json --js"),
  ]

  @Test(.enabled(if: isInstalled("zsh"), "there is no zsh"), arguments: [true, false])
  func `zsh completes the declared commands and options`(isInFunctionPath: Bool) async throws {
    let name = isInFunctionPath ? "_dogs" : "dogs.zsh"
    mkdir(folder.path(".completions"), 0o700)
    try folder.write(DogsProgram.interface.completions(for: .zsh), to: ".completions/\(name)")
    try await blocking {
      let shell = try TerminalProgram("zsh", arguments: ["-f", "-i"], environment: ["TERM=dumb"])
      // ^T shows the line that has been typed and begins another.
      try shell.type(
        """
        cd '\(folder.path)'; fpath=('\(folder.path(".completions"))' $fpath)
        autoload -U compinit; compinit -u -D; bindkey -e; setopt menu_complete
        \(isInFunctionPath ? "" : "source .completions/dogs.zsh")
        show() { print -r -- "<$BUFFER>"; BUFFER= }; zle -N show; bindkey '^T' show; print IS'' READY

        """)
      try await shell.wait(for: "IS READY")
      // While more keys are there already, zsh completes nothing.
      for (keys, line) in isInFunctionPath ? Self.typed[...] : Self.typed.prefix(1) {
        try shell.type("\(keys)\u{14}")
        try await shell.wait(for: "<\(line)>")
      }
    }
  }

  // MARK: fish

  /// Lines, and the words that they are offered.
  static let lines = [
    ("dogs unf", ["unfavourite"]), ("dogs --url x sh", ["show"]), ("dogs list --ord", ["--order"]),
    ("dogs list --order ", ["newest", "popular", "taken"]),
    ("dogs list --order=", ["--order=newest", "--order=popular", "--order=taken"]),
    ("dogs show --picture si", ["sixel"]), ("dogs completions f", ["fish"]), ("dogs upload re", ["rex.jpg"]),
    ("dogs upload -j 3 --vis", ["--visibility"]), ("dogs download --into ", ["photos/"]),
    ("dogs download --all --mi", ["--mine"]), ("dogs --pict", []), ("dogs favourite ", []),
    ("dogs upload list --or", []),
  ]

  @Test(.enabled(if: isInstalled("fish"), "there is no fish"))
  func `fish completes the declared commands and options`() async throws {
    try folder.write(DogsProgram.interface.completions(for: .fish), to: ".dogs.fish")
    let questions = Self.lines.map { "complete -C '\($0.0)'; echo ==" }.joined(separator: "; ")
    let script = "cd '\(folder.path)'; source .dogs.fish; \(questions)"
    let home = ["HOME=\(folder.path)", "XDG_CONFIG_HOME=\(folder.path)/.config", "XDG_DATA_HOME=\(folder.path)/.data"]
    try await blocking {
      let outcome = try await Program.run("fish", ["--no-config", "-c", script], environment: home)
      let results = outcome.output.split(separator: "==\n", omittingEmptySubsequences: false).map { result in
        result.split(separator: "\n").compactMap { $0.split(separator: "\t").first.map(String.init) }
      }
      #expect(results.count == Self.lines.count + 1, "\(outcome)")
      for ((line, offered), result) in zip(Self.lines, results) { #expect(result == offered, "\(line)") }
    }
  }
}
