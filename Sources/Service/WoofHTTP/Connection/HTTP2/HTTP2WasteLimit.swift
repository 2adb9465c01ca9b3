// SPDX-License-Identifier: Apache-2.0

/// Counts the work that a client makes the server do for nothing, so that one connection cannot keep it busy: streams that
/// are reset, by whichever end (CVE-2023-44487, CVE-2025-8671), heads that are refused, and frames that carry nothing.
///
/// A token bucket each counts streams and frames. A response that was taken to its end, and the bytes of a body, give
/// tokens back: a client that uses the service may cancel as much as it uses.
struct HTTP2WasteLimit: Hashable {
  /// Something that a client made the server do.
  enum Event: Hashable {
    /// A stream ended with a reset, or its request was refused for its form.
    case lostStream
    /// A frame came that carries hardly anything, that only moves a window, a setting or a priority, or that nobody knows.
    case emptyFrame
    /// A response was taken to its end.
    case completeResponse
    /// A frame of a body was sent or has come.
    case bodyFrame
  }

  /// Tokens that are spent, earned, and come back with time.
  private struct Bucket: Hashable {
    let size: Int64
    let perSecond: Int64
    var tokens: Int64
    var filledAt: Int64

    init(size: Int64, perSecond: Int64, at now: Int64) {
      (self.size, self.perSecond, tokens, filledAt) = (size, perSecond, size, now)
    }

    /// Takes a token; `false` where there is none.
    mutating func spend(at now: Int64) -> Bool {
      let interval = 1_000_000_000 / perSecond
      let earned = (now - filledAt) / interval
      filledAt += earned * interval
      earn(earned)
      guard tokens > 0 else { return false }
      tokens -= 1
      return true
    }

    /// Gives tokens back.
    mutating func earn(_ count: Int64) { tokens = min(size, tokens + count) }
  }

  /// The streams that a client may lose at once. A page of photos that is left has a few hundred downloads under way.
  static let lostStreamCount: Int64 = 1_000
  /// The streams that it may lose in each second after that.
  static let lostStreamsPerSecond: Int64 = 50
  /// The frames without contents that it may send at once.
  static let emptyFrameCount: Int64 = 10_000
  /// The frames without contents that it may send in each second after that.
  static let emptyFramesPerSecond: Int64 = 500

  /// The bytes of a body that a frame has to bring not to count as empty.
  static let smallestBodyFrame = 256

  private var streams: Bucket
  private var frames: Bucket

  /// Makes the count of a connection that begins at `now`, in nanoseconds.
  init(at now: Int64) {
    streams = Bucket(size: Self.lostStreamCount, perSecond: Self.lostStreamsPerSecond, at: now)
    frames = Bucket(size: Self.emptyFrameCount, perSecond: Self.emptyFramesPerSecond, at: now)
  }

  /// Notes an event; returns `false` where the connection has to end, as too much of its work is for nothing.
  mutating func note(_ event: Event, at now: Int64) -> Bool {
    switch event {
    case .lostStream: return streams.spend(at: now)
    case .emptyFrame: return frames.spend(at: now)
    case .completeResponse: streams.earn(1)
    case .bodyFrame: frames.earn(2)
    }
    return true
  }
}

extension HTTP2FrameHeader {
  /// `true` if the frame may carry nothing that a request or a response needs. A frame of a body that does is known by
  /// its bytes, without its padding.
  var mayBeEmpty: Bool {
    switch kind {
    case .data: !endsStream
    case .headers: false
    case .priority, .priorityUpdate, .reset, .settings, .ping, .windowUpdate, .continuation, .other: true
    }
  }
}
