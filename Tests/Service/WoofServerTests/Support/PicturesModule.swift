// SPDX-License-Identifier: Apache-2.0

import WoofConfiguration
import WoofCore
import WoofServer

/// Provides a transformer of pictures that a test has made.
struct PicturesModule: WoofModule {
  struct Settings: ConfigurationSection {
    init(from reader: inout ConfigurationReader) {}
  }

  static let id: ModuleID = "transformer.scripted"
  static let summary = "Provides a transformer of pictures that a test has made."

  private let transformer: (any PictureTransforming)?
  private let builder: PictureTransformerBuilder?

  init(settings: Settings) { self.init(transformer: nil, builder: nil) }

  init(transformer: (any PictureTransforming)?, builder: PictureTransformerBuilder?) {
    self.transformer = transformer
    self.builder = builder
  }

  func provision(_ scope: ModuleScope) async throws {
    if let transformer { scope.provide(transformer, at: .pictureTransformer) }
    if let builder { scope.provide(builder, at: .pictureTransformerBuilder) }
  }
}
