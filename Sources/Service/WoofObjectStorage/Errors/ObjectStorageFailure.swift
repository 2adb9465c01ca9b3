// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofModel
internal import WoofS3
internal import WoofSystem

/// The errors that clients see for what the object store, or this node's disk, does not do. The log has the reason.
enum ObjectStorageFailure {
  /// The seconds after which another attempt makes sense, where the service does not say.
  private static let pause = 5
  /// The codes by which services say that they have no room left; those of Ceph, MinIO and Swift.
  private static let fullCodes: Set<String> = [
    "QuotaExceeded", "StorageFull", "InsufficientStorage", "XMinioStorageFull", "XMinioAdminBucketQuotaExceeded",
    "EntityTooLarge",
  ]

  /// The error of something that keeps bytes.
  static func whileWriting(_ error: any Error) -> any Error {
    switch error {
    case let error as S3Error where error.status == 507 || fullCodes.contains(error.code ?? ""): full(error)
    case let error as SystemError where error.isOutOfSpace: full(error)
    default: general(error)
    }
  }

  /// The error of something that reads bytes, which may need room for a copy.
  static func whileReading(_ error: any Error) -> any Error {
    switch error {
    case let error as SystemError where error.isOutOfSpace:
      WoofError(.unavailable, "The service has no room to fetch this; try again.", retryAfter: pause, cause: error)
    default: general(error)
    }
  }

  private static func full(_ error: any Error) -> WoofError {
    WoofError(.insufficientStorage, "The service has no room left; try again later.", cause: error)
  }

  private static func general(_ error: any Error) -> any Error {
    switch error {
    case is WoofError, is CancellationError: return error
    case let error as S3Error where error.isRetryable:
      let seconds = error.retryAfter.map { max(1, Int($0.components.seconds)) } ?? pause
      return WoofError(
        .unavailable, "The service cannot reach its photos; try again.", retryAfter: seconds, cause: error)
    case is S3Error: return WoofError(.internal, "The service could not use its object store.", cause: error)
    default: return WoofError(.internal, "The service could not use its disk.", cause: error)
    }
  }
}

extension SystemError {
  fileprivate var isOutOfSpace: Bool { number == ENOSPC || number == EDQUOT }
}
