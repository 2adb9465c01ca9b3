// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofServer

extension HarnessParts {
  /// The part of the running service that derives images from pictures; `nil` if there is none.
  var pictures: PictureDerivation? { (try? running)?.pictures }

  /// The variants that are derived here: of those that are configured, the ones that can be drawn, where they are drawn.
  func variantNames(of setup: PictureSetup) -> Set<String> {
    let isDrawn = configuration.transformer == .drawn
    return Set(setup.variants.filter { !isDrawn || DrawingTransformer.draws($0.type) }.map(\.name))
  }

  /// Puts the transformer that the configuration asks for, with faults before it, into a service that has started.
  func transformer(of life: ServiceLife) throws -> FaultyTransformer? {
    guard let pictures = life.running.pictures else { return nil }
    let current = pictures.current
    let real: (any PictureTransforming)?
    switch configuration.transformer {
    case .none: return nil
    case .drawn: real = DrawingTransformer()
    case .installed: real = current.transformer
    }
    guard let real else {
      throw HarnessError(
        .noTransformer,
        "No plugin is installed that can be used; in a folder that is kept, the log says why. Install one, or use “drawn”."
      )
    }
    let faulty = FaultyTransformer(real, front: front)
    pictures.replace(with: PictureSetup(transformer: faulty, variants: current.variants))
    return faulty
  }
}
