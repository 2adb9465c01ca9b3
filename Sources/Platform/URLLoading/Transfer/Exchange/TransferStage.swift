/// How far a transfer has come.
struct TransferStage {
  enum Mark { case queued, resolving, connecting, handshaking, requested }

  private(set) var mark = Mark.queued
  /// When it was started, in nanoseconds of ``TransferClock``.
  var start: Int64 = 0
  /// How often the request was about to be sent.
  var attempts = 0
  /// The status of the last head; 0 for none.
  var status = 0
  var version: TransferHTTPVersion?
  /// How often the server, and the proxy, have asked who is there.
  var refusals = (server: 0, proxy: 0)
  /// Whether the last head is the answer, whatever libcurl would do about it.
  var isAnswered = false
  /// How much content the last head announces, where it does.
  var length: Int64?
  /// When the request was about to be sent, in nanoseconds of ``TransferClock``; 0 for never.
  var requestTime: Int64 = 0
  /// When content was last sent; 0 for never.
  var sentTime: Int64 = 0
  /// When the first line of the last head came; 0 for none.
  var responseTime: Int64 = 0
  /// `true` if the next line is the first one of a head.
  var isBeforeHead = true
  /// When something last came or went.
  var lastProgress: Int64 = 0

  mutating func reach(_ mark: Mark) { self.mark = mark }
}
