// SPDX-License-Identifier: Apache-2.0

import Foundation
import URLLoading

extension ServiceLoader {
  /// So many bytes of a response are taken at most.
  private static let responseLimit = 64 << 20

  func response<Request: APIRequest>(to request: Request) async throws -> Request.Response {
    try await response(to: request, sent: nil)
  }

  func response<Request: APIRequest>(
    to request: Request, sent: (@Sendable (Int64) -> Void)?
  ) async throws -> Request.Response {
    let (outgoing, content) = try outgoing(request)
    let sink = MemorySink(limit: Self.responseLimit)
    let report = sent.map { sent in { @Sendable (count: Int64, _: Int64) in sent(count) } }
    let head = try await load(
      outgoing, sending: content, into: sink, sendsCredential: request.sendsCredential, sent: report)
    do {
      return try request.response(from: APIResponse(head, data: sink.data))
    } catch let error as DecodingError {
      throw WoofError.unreadable(head.url, cause: error)
    }
  }

  private func outgoing(_ request: some APIRequest) throws -> (URLRequest, OutgoingContent) {
    var outgoing = try self.request(request.method, request.path, query: request.query, fields: request.fields)
    if outgoing.value(forHTTPHeaderField: "Accept") == nil {
      outgoing.setValue("application/json, application/problem+json, */*;q=0.1", forHTTPHeaderField: "Accept")
    }
    do {
      guard let content = try request.content else { return (outgoing, .nothing) }
      outgoing.setValue(content.type, forHTTPHeaderField: "Content-Type")
      return (outgoing, request.isIdempotent ? .data(content.data) : .body(content.data))
    } catch let error as EncodingError {
      throw WoofError(.invalidRequest, "The request cannot be written as JSON: check its values.", cause: error)
    }
  }
}
