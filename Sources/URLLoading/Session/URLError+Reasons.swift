public import Foundation

/// The key of the reason in the user info of an error for which no network was allowed.
public let NSURLErrorNetworkUnavailableReasonKey = "NSURLErrorNetworkUnavailableReasonKey"

extension URLError {
  /// Why no network was allowed.
  public enum NetworkUnavailableReason: Int, Sendable {
    case cellular = 0
    case expensive = 1
    case constrained = 2
    case ultraConstrained = 3
  }

  /// Why the system has ended a background task.
  public enum BackgroundTaskCancelledReason: Int, Sendable {
    case userForceQuitApplication = 0
    case backgroundUpdatesDisabled = 1
    case insufficientSystemResources = 2
  }

  /// Why no network was allowed: `nil` for the errors of tasks here, for which all networks are alike.
  public var networkUnavailableReason: NetworkUnavailableReason? {
    (userInfo[NSURLErrorNetworkUnavailableReasonKey] as? Int).flatMap(NetworkUnavailableReason.init)
  }

  /// Why the system has ended a background task: `nil` for the errors of tasks here, of which none are in the background.
  public var backgroundTaskCancelledReason: BackgroundTaskCancelledReason? {
    (userInfo[NSURLErrorBackgroundTaskCancelledReasonKey] as? Int).flatMap(BackgroundTaskCancelledReason.init)
  }

  /// The certificates of a server that was not trusted; `nil` for other errors.
  public var failureURLPeerTrust: ServerTrust? { userInfo[NSURLErrorFailingURLPeerTrustErrorKey] as? ServerTrust }
}
