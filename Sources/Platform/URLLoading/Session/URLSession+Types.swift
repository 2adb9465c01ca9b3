// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

extension URLSession {
  /// A delegate's decision about an authentication challenge.
  public enum AuthChallengeDisposition: Int, Sendable {
    /// Use the given credential; without one, go on unauthenticated.
    case useCredential = 0
    /// Do what the session does without a delegate: use a stored credential, or hand over the refusal as the result.
    case performDefaultHandling = 1
    /// End the task with `URLError.cancelled`.
    case cancelAuthenticationChallenge = 2
    /// Refuse this scheme, and be asked for the next one the server offers.
    case rejectProtectionSpace = 3
  }

  /// A delegate's decision about a response whose head has arrived.
  public enum ResponseDisposition: Int, Sendable {
    /// End the task with `URLError.cancelled`.
    case cancel = 0
    /// Go on as a data task.
    case allow = 1
    /// Go on as a download task: the body goes to a file.
    case becomeDownload = 2
    /// Go on as a stream task. Apple's systems only: here it is taken as `.allow`.
    case becomeStream = 3
  }

  /// A delegate's decision about a task whose `earliestBeginDate` has come.
  public enum DelayedRequestDisposition: Int, Sendable {
    /// Load the request as it was.
    case continueLoading = 0
    /// Load the given request instead.
    case useNewRequest = 1
    /// End the task with `URLError.cancelled`.
    case cancel = 2
  }
}

/// The authentication method of a server-trust challenge, by which a server's certificate is to be judged.
public let NSURLAuthenticationMethodServerTrust = "NSURLAuthenticationMethodServerTrust"

/// A server asks for the client's certificate: the authentication method of a client-certificate challenge.
public let NSURLAuthenticationMethodClientCertificate = "NSURLAuthenticationMethodClientCertificate"

/// The key of the resume data in the user info of a failed download's `URLError`.
public let NSURLSessionDownloadTaskResumeData = "NSURLSessionDownloadTaskResumeData"

/// The key of the resume data in the user info of a failed upload's `URLError`.
public let NSURLSessionUploadTaskResumeData = "NSURLSessionUploadTaskResumeData"

extension URLSessionTask {
  /// The state of a task, from its creation to its completion.
  public enum State: Int, Sendable {
    /// It loads, or waits for its turn.
    case running = 0
    /// It is new, or paused by `suspend()`.
    case suspended = 1
    /// It was cancelled and has not completed yet.
    case canceling = 2
    /// It has completed: with its result, with an error, or because it was cancelled.
    case completed = 3
  }

  /// The priority of a task that matters less than others: 0.25.
  public static let lowPriority: Float = 0.25
  /// The priority of a task that asks for none: 0.5.
  public static let defaultPriority: Float = 0.5
  /// The priority of a task that matters more than others: 0.75.
  public static let highPriority: Float = 0.75
}

extension URLError {
  /// The data from which the download that failed with this error can be continued; `nil` if it cannot be.
  public var downloadTaskResumeData: Data? { userInfo[NSURLSessionDownloadTaskResumeData] as? Data }

  /// The data from which the upload that failed with this error can be continued; `nil` if it cannot be.
  public var uploadTaskResumeData: Data? { userInfo[NSURLSessionUploadTaskResumeData] as? Data }
}

/// The newer kinds of traffic, by the ones that Foundation knows. The kernel is told of none.
extension NSURLRequest.NetworkServiceType {
  /// Data that somebody waits for: taken as `.default`.
  public static var responsiveData: Self { .default }
  /// Sound and pictures as they are played: taken as `.video`.
  public static var avStreaming: Self { .video }
  /// Sound and pictures that somebody waits for: taken as `.video`.
  public static var responsiveAV: Self { .video }
  /// The set-up of calls.
  public static var callSignaling: Self { .networkServiceTypeCallSignaling }
}
