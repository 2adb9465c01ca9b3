// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// A failure of the transformer when it looks at a picture.
public enum TransformerFault: String, Hashable, Sendable, Codable, CaseIterable {
  /// The plugin ends in the middle of the picture, and does so again when it is tried again.
  case crash
  /// It takes longer than it may.
  case timeout
  /// It needs more memory or processor time than it may.
  case limitExceeded
  /// Its reply cannot be true.
  case lie
  /// It finds the picture unsound.
  case refusal
  /// Too many pictures wait for it.
  case overload
  /// It is switched off, or cannot be started.
  case unavailable
  /// It accepts the picture and makes no variant of it.
  case noVariants

  /// The outcome of the transforming; `nil` if it is done, and only the variants are missing.
  var outcome: PictureOutcome? {
    switch self {
    case .crash: failed(.crashed)
    case .timeout: failed(.timedOut)
    case .limitExceeded: failed(.limitExceeded)
    case .lie: failed(.lied)
    case .overload: failed(.overloaded)
    case .unavailable: failed(.unavailable)
    case .refusal: .refused(PhotoRejection(transformer: "harness", reason: "the test has it refused"))
    case .noVariants: nil
    }
  }

  private func failed(_ reason: PictureFailure.Reason) -> PictureOutcome {
    .failed(PictureFailure(reason: reason, transformer: "harness", detail: "the test has it fail: \(rawValue)"))
  }
}
