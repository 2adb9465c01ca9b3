// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofAPI

/// Writes into the log what an operator may want to know of pictures.
enum PictureReport {
  /// A function that writes events to a log.
  static func sink(to log: LogSink) -> @Sendable (PictureEvent) -> Void {
    { event in
      switch event {
      case .quarantined(let failure, let digest, let path):
        log.note(
          .error, "a picture made a transformer fail, and was refused",
          [
            "transformer": failure.transformer, "reason": "\(failure.reason)", "detail": failure.detail,
            "digest": "\(digest)", "path": path ?? "not kept: the quarantine is full",
          ])
      case .passedUnseen(let failure):
        log.note(
          .warning, "a picture was taken in unseen; what is derived from it is made up for later",
          ["transformer": failure.transformer, "reason": "\(failure.reason)", "detail": failure.detail])
      case .withdrawn(let photo, let digest, let path, let reason):
        log.note(
          .error, "a photo was taken in unseen, is refused now, and was taken back",
          [
            "photo": "\(photo)", "reason": reason, "digest": "\(digest)",
            "path": path ?? "not kept: the quarantine is full",
          ])
      case .notAnimated(let photo, let reason):
        log.note(.warning, "no moving preview could be made of an animation", ["photo": "\(photo)", "reason": reason])
      case .gaveUp(let photo, let reason):
        log.note(.error, "nothing more is derived from a photo by itself", ["photo": "\(photo)", "reason": reason])
      }
    }
  }
}
