// SPDX-License-Identifier: Apache-2.0

import WoofCore
import WoofModel

/// The reply of a plugin about a picture, which has been checked.
enum PluginReply: Sendable {
  case accepted(PictureFindings)
  case refused(PhotoRejection)
}
