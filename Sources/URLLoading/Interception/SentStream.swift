import Foundation

/// A stream of what is sent, for protocols that look at its error: Foundation's ends the process where there is none.
final class SentStream: InputStream {
  override var streamError: (any Error)? { streamStatus == .error ? super.streamError : nil }
}
