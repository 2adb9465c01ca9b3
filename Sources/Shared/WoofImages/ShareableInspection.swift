// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Makes the plan of a photo's shareable copy while the photo's bytes pass, and refuses what ``ImageStructure`` refuses.
///
/// How each format's copy differs from its original:
///
/// - JPEG: it keeps the tables, the picture, the JFIF header without its thumbnail, the ICC profile and Adobe's mark of
///   how colours are coded. EXIF data become the orientation alone, where the picture is not upright. All other
///   application segments and comments go, and what follows the end marker: previews, films. A gain map that the file's
///   index places there stays (Ultra HDR, ISO 21496-1, Apple's): it becomes a copy in the same way, and what says how it is
///   applied, and where it is, is written anew.
/// - PNG: it keeps the chunks that make the picture, its colours, its resolution and its animation. `eXIf` becomes the
///   orientation alone. Texts, times and unknown chunks go.
/// - GIF: it keeps the frames, how they follow each other, and the number of repetitions. Comments and other
///   applications' data go.
/// - WebP: it keeps the chunks that make the picture and its animation, and the ICC profile. `EXIF` becomes the
///   orientation alone. XMP and unknown chunks go, and the lengths and flags in the header are set right.
/// - HEIF and AVIF: everything stays where it is, so that no position in the file changes. The bytes of items that are no
///   pictures are overwritten by empty metadata, and so are free space, unknown boxes and user data. Orientation is a
///   property of the picture there, and stays. In `mdat`, bytes that belong to no item are overwritten too, unless the
///   file has a sequence besides, which places its bytes in another way. Thumbnails, depth and gain maps are pictures of
///   their own there, without metadata, and stay. Bytes that a file claims for a picture and for metadata both stay too.
package struct ShareableInspection: Sendable {
  private var inspection: ImageStructureInspection

  /// Makes the state that inspects one photo.
  package init(limits: ImageLimits = ImageLimits()) {
    inspection = ImageStructureInspection(transformer: "shareable", limits: limits)
  }

  /// Takes the next bytes, none or more.
  ///
  /// - Throws: ``WoofModel/PhotoRejection`` as soon as the bytes cannot be part of a sound picture.
  package mutating func consume(_ bytes: RawSpan) throws(PhotoRejection) { try inspection.consume(bytes) }

  /// Takes the end of the bytes, and gives the plan.
  ///
  /// - Throws: ``WoofModel/PhotoRejection`` where something is missing or wrong as a whole.
  package mutating func finish() throws(PhotoRejection) -> ShareablePlan { try inspection.finishReport().plan }
}
