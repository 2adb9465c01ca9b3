import Foundation

/// What a request sends.
enum OutgoingContent: Sendable {
  case nothing
  case data(Data)
  /// Read while it is sent.
  case file(URL)
}
