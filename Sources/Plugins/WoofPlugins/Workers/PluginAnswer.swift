// SPDX-License-Identifier: Apache-2.0

import WoofCore
import WoofModel

/// The answer of a plugin about a picture, which has been checked.
enum PluginAnswer: Sendable {
  case accepted(PictureFindings)
  case refused(PhotoRejection)
}
