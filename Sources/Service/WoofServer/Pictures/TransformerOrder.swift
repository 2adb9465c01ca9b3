// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// The order of the chain as the service was started with it. Plugins may change while it runs.
struct TransformerOrder: Sendable {
  /// The steps that are compiled in.
  let inspectors: [any PhotoTransforming]
  /// The names of the steps in order; none for all that there are.
  let names: [String]
  let workers: WorkerPool

  /// The chain with a transformer of pictures, or without one.
  ///
  /// - Throws: ``WoofModel/WoofError`` as ``WoofCore/TransformerPlan/init(_:order:switchedOff:workers:)``.
  func plan(
    with transformer: (any PictureTransforming)?, switchedOff: Set<String>
  ) throws(WoofError) -> TransformerPlan {
    try TransformerPlan(
      inspectors.map { .inspecting($0) } + (transformer?.steps ?? []), order: names, switchedOff: switchedOff,
      workers: workers)
  }
}
