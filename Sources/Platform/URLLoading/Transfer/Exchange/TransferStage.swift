// SPDX-License-Identifier: Apache-2.0

/// The progress of a transfer, with the times of its steps.
struct TransferStage {
  enum Mark { case queued, resolving, connecting, handshaking, requested }

  private(set) var mark = Mark.queued
  /// The time at which the transfer was started, in nanoseconds of ``TransferClock``.
  var start: Int64 = 0
  /// The number of times that the request was about to be sent.
  var attempts = 0
  /// The status of the last head; 0 for none.
  var status = 0
  var version: TransferHTTPVersion?
  /// The numbers of times that the server and the proxy have asked for a credential.
  var refusals = (server: 0, proxy: 0)
  /// `true` if the last head is the response, whatever libcurl would do about it.
  var isAnswered = false
  /// The number of bytes of content that the last head announces; `nil` if it announces none.
  var length: Int64?
  /// The time at which the request was about to be sent, in nanoseconds of ``TransferClock``; 0 for never.
  var requestTime: Int64 = 0
  /// The time at which content was last sent, in nanoseconds of ``TransferClock``; 0 for never.
  var sentTime: Int64 = 0
  /// The time at which the first line of the last head came, in nanoseconds of ``TransferClock``; 0 for none.
  var responseTime: Int64 = 0
  /// `true` if the next line is the first one of a head.
  var isBeforeHead = true
  /// The time at which bytes last came or went, in nanoseconds of ``TransferClock``.
  var lastProgress: Int64 = 0

  mutating func reach(_ mark: Mark) { self.mark = mark }
}
