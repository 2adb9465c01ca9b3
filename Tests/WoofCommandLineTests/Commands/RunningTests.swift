// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofCommandLine

@Suite struct `Running a command line` {
  @Test func `a command's exit code is the program's`() async {
    #expect(await kennel.run(["account", "add", "ada"]) == ExitCode(rawValue: 7))
  }

  @Test func `a wrong command line is 2`() async {
    #expect(await kennel.run(["bark"]) == .usage)
  }

  @Test func `an error is 1, or the code that it knows`() async {
    #expect(await kennel.run(["fail", "--plain"]) == .failed)
    #expect(await kennel.run(["fail"]) == ExitCode(rawValue: 77))
  }

  @Test func `help and version are 0`() async {
    #expect(await kennel.run(["serve", "--help"]) == .done)
    #expect(await kennel.run(["--version"]) == .done)
  }
}
