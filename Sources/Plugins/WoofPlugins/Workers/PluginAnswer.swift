import WoofCore
import WoofModel

/// What a plugin made of a picture, checked.
enum PluginAnswer: Sendable {
  case accepted(PictureFindings)
  case refused(PhotoRejection)
}
