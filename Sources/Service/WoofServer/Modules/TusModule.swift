// SPDX-License-Identifier: Apache-2.0

internal import WoofAPI
package import WoofConfiguration
package import WoofCore

/// Lets clients upload by tus 1.0.0, which many libraries for web pages and apps speak.
package struct TusModule: WoofModule {
  /// `upload.tus`.
  package static let id: ModuleID = "upload.tus"
  /// The purpose of the module, in a sentence.
  package static let summary = "Lets clients upload by tus 1.0.0, at /v1/tus."

  private let settings: TusSettings

  /// Makes the module.
  package init(settings: TusSettings) { self.settings = settings }

  /// Provides the settings, from which the HTTP service makes its routes.
  package func provision(_ scope: ModuleScope) async throws { scope.provide(settings.configuration, at: .tus) }
}

/// The settings of tus.
package struct TusSettings: ConfigurationSection {
  let configuration: TusConfiguration

  /// Reads the section.
  package init(from reader: inout ConfigurationReader) {
    var configuration = TusConfiguration()
    configuration.partLimit = reader.value(
      "partialUploads", .integer(in: 1...1_000), default: configuration.partLimit,
      "How many partial uploads a photo may be made of.")
    self.configuration = configuration
  }
}
