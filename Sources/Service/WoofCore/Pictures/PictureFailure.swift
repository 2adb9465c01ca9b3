// SPDX-License-Identifier: Apache-2.0

/// The failure of a transformer to process a picture, with its reason.
public struct PictureFailure: Error, Hashable, Sendable {
  /// The reasons for a failure.
  public enum Reason: Hashable, Sendable {
    /// The process ended, twice, in the middle of this picture.
    case crashed
    /// It took longer than it may, twice.
    case timedOut
    /// It needed more memory, processor time or room than it may, twice.
    case limitExceeded
    /// The transformer's response cannot be true, twice.
    case lied
    /// More is waiting than may wait; try again later.
    case overloaded
    /// The transformer is switched off, or cannot be started; the picture has not been looked at.
    case unavailable
  }

  /// The reason for the failure.
  public var reason: Reason
  /// The name of the transformer.
  public var transformer: String
  /// A description of what happened, for logs.
  public var detail: String

  /// Makes a failure.
  public init(reason: Reason, transformer: String, detail: String) {
    self.reason = reason
    self.transformer = transformer
    self.detail = detail
  }

  /// `true` if the picture itself made the transformer fail, so that it is kept apart for an administrator.
  public var incriminatesPicture: Bool {
    switch reason {
    case .crashed, .timedOut, .limitExceeded, .lied: true
    case .overloaded, .unavailable: false
    }
  }
}
