import Foundation

/// Where the content of a response goes.
enum BodyDestination {
  case nowhere
  /// To ``Load/gathered``.
  case memory
  case delegate(DelegateContent)
  case file(DownloadFile)
  case bytes(ByteChannel)
}
