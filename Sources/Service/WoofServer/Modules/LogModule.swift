// SPDX-License-Identifier: Apache-2.0

internal import WoofConfiguration
internal import WoofCore
internal import WoofAPI

/// Lends the log to the other modules. It is not in the registry: whoever starts the service owns the log.
struct LogModule: WoofModule {
  struct Settings: ConfigurationSection {
    init(from reader: inout ConfigurationReader) {}
  }

  static let id: ModuleID = "log"
  static let summary = "Lends the log to the other modules."

  private let sink: LogSink?

  init(settings: Settings) { sink = nil }

  init(sink: LogSink) { self.sink = sink }

  func provision(_ scope: ModuleScope) async throws {
    if let sink { scope.provide(sink, at: .log) }
  }
}
