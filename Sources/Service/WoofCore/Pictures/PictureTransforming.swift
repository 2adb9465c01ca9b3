// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// A transformer that needs the whole picture, not its bytes as they pass: it decodes, annotates and derives.
///
/// What does so runs in sandboxed workers; this is the line behind which the kernel knows nothing of them.
public protocol PictureTransforming: Sendable {
  /// Names and versions of what takes part, in order, as in `vips/1.0.0`. Variants are made anew when these change.
  var names: [String] { get }

  /// The steps that it consists of, each to be ordered by a configuration; by default it is one.
  var steps: [TransformerStep] { get }

  /// Returns `true` if the transformer takes pictures of a type.
  func accepts(_ type: ImageType) -> Bool

  /// Inspects a picture and makes of it what is asked for. Cancelling the task gives the job up.
  func transform(_ picture: Picture, for request: PictureRequest) async -> PictureOutcome

  /// Called once, when another transformer has taken its place: lets the jobs that run come to their end, and gives back
  /// what it holds; pictures that still come to it fail as `unavailable`. By default there is nothing to give back.
  func drain() async
}

extension PictureTransforming {
  /// One step, by the first of its names without the version.
  public var steps: [TransformerStep] {
    [.transforming(self, name: String((names.first ?? "").prefix { $0 != "/" }))]
  }

  /// Does nothing.
  public func drain() async {}
}
