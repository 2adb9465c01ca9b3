// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The life of one task, from its first `resume()` to its completion.
///
/// Confined to the loop's thread. It asks delegates on their queue and goes on when they have answered; whatever comes
/// back after the end finds nobody.
final class Load: @unchecked Sendable {  // confined to the loop's thread, but for what is immutable
  /// What is done with the exchange that is under way.
  enum Stage {
    /// Nothing is under way, or no answer has come.
    case waiting
    /// A head has come, and somebody decides what it means; the content waits.
    case deciding
    /// The content is part of the answer.
    case delivering
    /// The content is of no use; what follows does when it has gone by.
    case discarding(next: @Sendable () -> Void)
    /// Everything is over.
    case over
  }

  /// A download task from the moment on that a data task becomes one.
  var task: URLSessionTask
  let session: URLSession
  let core: SessionCore
  let plan: LoadPlan
  var audience: Audience { Audience(of: self) }

  // What is asked for
  var request: URLRequest
  var body: LoadBody
  var redirectCount = 0
  var authentication = LoadAuthentication()
  /// The proxy on the way to the current server, as it is configured.
  var proxy: TransferProxyServer?
  var proxyAuthentication = LoadAuthentication()
  /// `true` from when a handshake that waited goes on until something comes of it.
  var hasJudged = false
  /// What the server gets where it asks for a certificate.
  var identityAnswer: IdentityAnswer?
  var download: DownloadContinuation?
  /// The number of bytes of a resumed download that were there before.
  var continuedOffset: Int64 = 0
  var keepsFileForResumption = false

  var upload: ResumableUpload?
  /// What is sent of an upload at the moment.
  var uploadPart: ResumableUpload.Request?

  // What is under way
  var stage = Stage.waiting
  var transfer: Transfer?
  var interception: Interception?
  var pauses: Pauses = []
  /// How the exchange ended, where that was before it was decided what to do with it.
  var earlyEnd: Result<TransferReport, TransferError>?
  /// How a protocol failed, while what it had brought was not taken yet.
  var earlyFailure: (any Error)?
  /// `true` if the rest of another answer has come in place of this one: the request is repeated for that only once.
  var hasMetRest = false
  var isWaitingForConnectivity = false
  var connectivityAttempts = 0
  var timers: [TransferTimer] = []
  var sent = SentContent()

  // What has come
  var lastHead: TransferHead?
  /// Content that did not come by a transfer, and waits until it is wanted.
  var earlyContent = Data()
  var response: URLResponse?
  var destination = BodyDestination.nowhere
  var gathered = Data()
  /// `true` if content waits for more for a moment, so that fewer calls are made for it.
  var isGathering = false
  var receivedCount: Int64 = 0
  var streamSource: StreamBodySource?
  var hasReadStream = false
  /// The number of times that content had to be sent again because a connection was lost.
  var bodyRestarts = 0
  var caching = LoadCaching()
  var measurements = LoadMeasurements()

  init(task: URLSessionTask, session: URLSession, plan: LoadPlan) {
    self.task = task
    self.session = session
    core = session.core
    self.plan = plan
    body = plan.body
    download = plan.download
    request = Self.requestOfNothing
  }

  /// What is loaded before it begins.
  static let nowhere = URL(fileURLWithPath: "/")
  private static let requestOfNothing = URLRequest(url: nowhere)

  var isOver: Bool {
    if case .over = stage { true } else { false }
  }
}

/// Why content does not flow at the moment.
struct Pauses: OptionSet {
  let rawValue: UInt8
  /// The client suspended the task.
  static let suspension = Pauses(rawValue: 1)
  /// It is being decided what the response means.
  static let decision = Pauses(rawValue: 2)
  /// Whoever takes the content has enough for now.
  static let reader = Pauses(rawValue: 4)
}
