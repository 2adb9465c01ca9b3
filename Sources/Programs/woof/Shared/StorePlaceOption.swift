// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofConfiguration
import WoofModel
import WoofServer
import WoofSharedStores
import WoofTerminal

/// The stores that a command works on: those of a configuration, or else those of a data folder.
struct StorePlaceOption: Sendable {
  /// A place of stores.
  enum Place: Sendable {
    /// A folder of one machine.
    case folder(DataFolderOption)
    /// A database and a bucket.
    case shared(SharedPlace)

    /// Says on standard error which place it is.
    func tell() {
      switch self {
      case .folder(let folder): folder.tell()
      case .shared(let place):
        StandardStream.error.write("Stores: the database, and the bucket \(place.bucketName.printable)\n")
      }
    }

    /// Writes the member that says which place it is.
    func write(to writer: inout JSONWriter) {
      switch self {
      case .folder(let folder): folder.write(to: &writer)
      case .shared(let place):
        writer.name("bucket")
        writer.value(place.bucketName)
      }
    }
  }

  private let configurationFile: String?
  private let folder: DataFolderOption

  init(
    from reader: inout ArgumentReader, _ documentation: String = "The data folder of the service, which may be running."
  ) {
    folder = DataFolderOption(from: &reader, documentation)
    configurationFile = reader.option(
      "--config", .text("FILE"),
      "The configuration of the service, a JSON5 file, in place of a data folder where nodes share a database and a bucket."
    )
  }

  /// The place.
  ///
  /// - Throws: `ConfigurationError`; `WoofError` and `CommandFailure` where the configuration names no place.
  func place() throws -> Place {
    guard let configurationFile else { return .folder(folder) }
    let overrides = folder.chosen.map { DataFolderOption.overrides(option: "--data", folder: $0) } ?? []
    let source = ConfigurationSource.file(configurationFile, orOf: folder.given, overrides: overrides)
    guard let place = try LiveConfiguration(source).started.root.recordPlace else {
      throw CommandFailure(
        "\(configurationFile) names no place for records; name a folder by --data DIR.", exitCode: .usage)
    }
    if let shared = try place.sharedPlace() { return .shared(shared) }
    guard case .folder(let path) = place else { return .folder(folder) }
    return .folder(DataFolderOption(chosen: path))
  }
}
