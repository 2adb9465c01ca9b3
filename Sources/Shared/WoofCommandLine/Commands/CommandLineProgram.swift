// SPDX-License-Identifier: Apache-2.0

/// A program that has its commands under a name, so that commands can speak of the program they belong to.
package protocol CommandLineProgram: Sendable {
  /// The program's commands.
  static var interface: CommandLineInterface { get }
}
