// SPDX-License-Identifier: Apache-2.0

import WoofAdministration
import WoofCommandLine
import WoofModel

/// Shows what runs, and where.
struct StatusCommand: ShellCommand {
  static let name = "status"
  static let summary = "Shows what runs, and where."

  private let output: OutputOptions

  init(from reader: inout ArgumentReader) { output = OutputOptions(from: &reader) }

  func run(in context: ShellContext) async throws -> ExitCode {
    try context.print(try await context.ask(AdminAPI.status), output) { status in
      var table = DetailTable()
      table.append("version", status.version)
      table.append("process", "\(status.processID)")
      table.append("since", ShortText.moment(status.startedAt))
      for address in status.addresses { table.append("address", address) }
      table.append("folder", status.folder)
      table.append("configuration", "version \(status.configurationVersion)")
      return table
    }
    return .done
  }
}

/// Shows what is stored, and how the process stands.
struct StatisticsCommand: ShellCommand {
  static let name = "stats"
  static let summary = "Shows what is stored, and how the process stands."

  private let output: OutputOptions

  init(from reader: inout ArgumentReader) { output = OutputOptions(from: &reader) }

  func run(in context: ShellContext) async throws -> ExitCode {
    try context.print(try await context.ask(AdminAPI.statistics), output, Self.details)
    return .done
  }

  private static func details(_ statistics: AdminStatistics) -> DetailTable {
    var table = DetailTable()
    table.append("at", ShortText.moment(statistics.at))
    let counts = [
      ("accounts", statistics.accountCount), ("photos", statistics.photoCount),
      ("restorable photos", statistics.restorablePhotoCount), ("favourites", statistics.favouriteCount),
      ("variants", statistics.variantCount), ("blobs", statistics.blobCount),
      ("awaiting derivation", statistics.derivationCount), ("in quarantine", statistics.quarantinedCount),
    ]
    for (name, count) in counts { table.append(name, ShortText.count(count)) }
    table.append("bytes of blobs", ShortText.bytes(statistics.blobByteCount))
    table.append("bytes of records", ShortText.bytes(statistics.recordByteCount))
    table.append("free bytes", ShortText.bytes(statistics.freeByteCount))
    table.append("memory", ShortText.bytes(statistics.residentByteCount))
    let processor = min(max(0, statistics.processorSeconds), 1e12)
    table.append("processor time", ShortText.duration(.seconds(processor)))
    table.append("descriptors", ShortText.count(statistics.descriptorCount))
    table.append("connections", ShortText.count(statistics.connectionCount))
    return table
  }
}

/// Ends the service.
struct ShutdownCommand: ChangingCommand {
  static let name = "shutdown"
  static let summary = "Ends the service, once it has answered what it was asked."
  static let discussion =
    "The service ends as when it gets SIGTERM: it takes no new connections and drains the old ones."

  private let options: ChangeOptions

  init(from reader: inout ArgumentReader) { options = ChangeOptions(from: &reader, isDestructive: true) }

  func run(in context: ShellContext) async throws -> ExitCode {
    guard try await context.perform(AdminChanges.shutDown, options) != nil else { return .done }
    try context.done(options.output, "The service drains, and ends.\n")
    return .done
  }
}
