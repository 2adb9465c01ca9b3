// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// The transformers that this module brings.
package enum ImageTransformers {
  /// Returns the transformers that every installation runs first, in their order: only ``ImageStructure``.
  package static func standard(limits: ImageLimits = ImageLimits()) -> [any PhotoTransforming] {
    [ImageStructure(limits: limits)]
  }
}
