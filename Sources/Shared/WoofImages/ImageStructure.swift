// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Tells a picture's format from its content, walks its structure while the bytes pass, and refuses what is no whole,
/// honest picture within the limits.
///
/// It learns the format, the size as displayed, and when the photo was taken. Pixels are not decoded, and no more is
/// kept in memory than ``ImageLimits/metadataBytes``.
///
/// What follows a picture's end is refused, except after a JPEG's: cameras append further pictures, gain maps and films
/// there, so anything may follow that does not begin as an archive, a document, a program or markup does. That is no
/// wall against files with two faces; the service's `Content-Type` and `nosniff` are.
package struct ImageStructure: PhotoTransforming {
  /// The limits it holds pictures to.
  package let limits: ImageLimits

  /// Makes the transformer.
  package init(limits: ImageLimits = ImageLimits()) { self.limits = limits }

  /// `structure`.
  package var name: String { "structure" }
  /// The version of the checks, 1.
  package var version: Int { 1 }

  /// Makes the state that walks one picture.
  package func makeInspection() -> any PhotoInspecting {
    ImageStructureInspection(transformer: name, limits: limits)
  }
}
