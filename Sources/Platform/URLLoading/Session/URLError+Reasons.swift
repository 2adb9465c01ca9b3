// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The key of the reason in the user info of an error for which no network was allowed.
public let NSURLErrorNetworkUnavailableReasonKey = "NSURLErrorNetworkUnavailableReasonKey"

extension URLError {
  /// The reasons for which no network was allowed.
  public enum NetworkUnavailableReason: Int, Sendable {
    case cellular = 0
    case expensive = 1
    case constrained = 2
    case ultraConstrained = 3
  }

  /// The reasons for which the system ends a background task.
  public enum BackgroundTaskCancelledReason: Int, Sendable {
    case userForceQuitApplication = 0
    case backgroundUpdatesDisabled = 1
    case insufficientSystemResources = 2
  }

  /// The reason for which no network was allowed; `nil` if the error has none.
  ///
  /// The errors of tasks here have none, as all networks are alike to them.
  public var networkUnavailableReason: NetworkUnavailableReason? {
    (userInfo[NSURLErrorNetworkUnavailableReasonKey] as? Int).flatMap(NetworkUnavailableReason.init)
  }

  /// The reason for which the system has ended a background task; `nil` if the error has none.
  ///
  /// The errors of tasks here have none, as no task runs in the background.
  public var backgroundTaskCancelledReason: BackgroundTaskCancelledReason? {
    (userInfo[NSURLErrorBackgroundTaskCancelledReasonKey] as? Int).flatMap(BackgroundTaskCancelledReason.init)
  }

  /// The certificates of a server that was not trusted; `nil` for other errors.
  public var failureURLPeerTrust: ServerTrust? { userInfo[NSURLErrorFailingURLPeerTrustErrorKey] as? ServerTrust }
}
