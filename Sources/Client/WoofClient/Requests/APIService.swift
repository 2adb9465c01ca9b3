// SPDX-License-Identifier: Apache-2.0

/// A service that responds to requests: a ``WoofClient``, or in an app's tests a ``StubService``.
///
/// Apps take `any APIService` where they only ask; every call of the wire contract that is not a transfer of bytes is an
/// extension of this protocol.
public protocol APIService: Sendable {
  /// Sends a request, and gives what its response means.
  ///
  /// - Throws: ``WoofError``; `CancellationError` when the task is cancelled.
  func response<Request: APIRequest>(to request: Request) async throws -> Request.Response
}
