// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofCommandLine
import WoofConfiguration
import WoofModel
import WoofServer
import WoofStorage

/// The data folder that a command works on: what `--data` says, or else `WOOF_DATA`, or else `woof-data` here.
struct DataFolderOption: Sendable {
  /// The variable of the environment that names the folder where the option does not.
  static let variable = "WOOF_DATA"
  /// The last sentence of the option's documentation.
  static let standard = "By default what \(variable) names, or else \(EmbeddedStorageSettings.standardFolder)."

  /// The path that the option or the variable names; `nil` where neither does.
  let chosen: String?

  init(
    from reader: inout ArgumentReader, _ documentation: String = "The data folder of the service, which may be running."
  ) {
    let named = reader.option("--data", .text("DIR"), "\(documentation) \(Self.standard)")
    chosen = named ?? Self.environment
  }

  /// The folder that a configuration names.
  init(chosen: String) { self.chosen = chosen }

  /// The path as it was given, or else the standard one.
  var given: String { chosen ?? EmbeddedStorageSettings.standardFolder }

  /// The path that the environment variable `WOOF_DATA` holds; `nil` if it is not set, or empty.
  static var environment: String? {
    guard let value = getenv(variable).map({ String(cString: $0) }), !value.isEmpty else { return nil }
    return value
  }

  /// The path from the root.
  var path: String { DataFolder.absolute(given) }

  /// The settings by which a folder counts: that of everything, or that of this node where nodes share the records.
  static func overrides(option: String, folder: String) -> [ConfigurationOverride] {
    ["storage.embedded", "storage.postgres"].map {
      ConfigurationOverride(option: option, path: ["modules", $0, "folder"], text: folder)
    }
  }

  /// Says on standard error which folder it is.
  func tell() { StandardStream.error.write("Data folder: \(path.printable)\n") }

  /// Writes the member that says which folder it is.
  func write(to writer: inout JSONWriter) {
    writer.name("dataFolder")
    writer.value(path)
  }
}
