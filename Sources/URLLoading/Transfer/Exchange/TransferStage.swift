/// How far a transfer has come.
struct TransferStage {
  enum Mark { case queued, resolving, connecting, handshaking, requested }

  private(set) var mark = Mark.queued
  /// How often the request was about to be sent.
  var attempts = 0
  /// The status of the last head; 0 for none.
  var status = 0
  var version: TransferHTTPVersion?
  /// When something last came or went, in nanoseconds of ``TransferClock``.
  var lastProgress: Int64 = 0

  mutating func reach(_ mark: Mark) { self.mark = mark }
}
