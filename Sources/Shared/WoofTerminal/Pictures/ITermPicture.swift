// SPDX-License-Identifier: Apache-2.0

import WoofModel
import WoofSystem

/// Pictures in the protocol of iTerm2 (https://iterm2.com/documentation-images.html).
package enum ITermPicture {
  /// Returns the text that shows the bytes of a picture, of any format that the terminal knows, in the space of a
  /// placement.
  package static func encode(_ bytes: [UInt8], in placement: PicturePlacement) -> String {
    let arguments = "inline=1;size=\(bytes.count);width=\(placement.columns);height=\(placement.rows)"
    let content = Base64.encode(bytes, as: .standard)
    return "\u{1B}]1337;File=\(arguments);preserveAspectRatio=1:\(content)\u{7}\n"
  }
}
