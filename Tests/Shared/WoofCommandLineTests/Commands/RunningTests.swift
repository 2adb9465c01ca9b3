// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofCommandLine

@Suite struct `Running a command line` {
  @Test func `the program exits with the command's exit code`() async {
    #expect(await kennel.run(["account", "add", "ada"]) == ExitCode(rawValue: 7))
  }

  @Test func `a wrong command line exits with 2`() async {
    #expect(await kennel.run(["bark"]) == .usage)
  }

  @Test func `an error exits with 1, or with its own code`() async {
    #expect(await kennel.run(["fail", "--plain"]) == .failed)
    #expect(await kennel.run(["fail"]) == ExitCode(rawValue: 77))
  }

  @Test func `help and version exit with 0`() async {
    #expect(await kennel.run(["serve", "--help"]) == .done)
    #expect(await kennel.run(["--version"]) == .done)
  }
}
