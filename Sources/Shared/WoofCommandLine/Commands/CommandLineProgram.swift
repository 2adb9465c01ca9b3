// SPDX-License-Identifier: Apache-2.0

/// A program that has its commands under a name, so that commands can speak of the program they belong to.
public protocol CommandLineProgram: Sendable {
  /// The program's commands.
  static var interface: CommandLineInterface { get }
}
