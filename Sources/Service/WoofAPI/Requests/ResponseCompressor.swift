// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofSystem

/// Compresses the responses of a service as ``WoofHTTP/HTTPContentCoding`` decides: on the loop what takes less time than
/// handing it over, and all else on the workers.
struct ResponseCompressor: Sendable {
  private let isOn: Bool
  private let workers: WorkerPool
  private let compressor: GzipCompressor

  /// A body of so many bytes is compressed on the loop.
  private static let loopByteLimit = 32 * 1024
  /// So many bytes take as long to compress as a look-up takes.
  private static let bytesPerLookUp = 16 * 1024

  /// Makes a compressor.
  ///
  /// - Parameters:
  ///   - isOn: `false` if all responses are sent as they are.
  ///   - loopCount: The number of loops of the service.
  init(isOn: Bool, loopCount: Int, workers: WorkerPool) {
    self.isOn = isOn
    self.workers = workers
    compressor = GzipCompressor(.moderate, idleLimit: loopCount)
  }

  /// Compresses a response where the client takes that. Runs on the loop.
  ///
  /// - Parameter request: The request as the client sent it.
  func compressAtOnce(_ response: inout HTTPResponse, to request: HTTPRequest) {
    guard isOn, !Self.isClosed(response) else { return }
    compressAtOnce(&response, HTTPContentCoding(of: response, to: request))
  }

  private func compressAtOnce(_ response: inout HTTPResponse, _ coding: HTTPContentCoding) {
    let compressed = coding.content.flatMap { content in
      Self.kept(of: response) { Self.compress(content, effort: $0, by: compressor) }
    }
    coding.apply(compressed, to: &response)
  }

  /// Compresses a response where the client takes that, on the workers if it is long. Where they have too much to do, it is
  /// sent as it is.
  ///
  /// - Parameter request: The request as the client sent it.
  func compress(_ response: inout HTTPResponse, to request: HTTPRequest) async {
    guard isOn, !Self.isClosed(response) else { return }
    let coding = HTTPContentCoding(of: response, to: request)
    guard let content = coding.content, content.count > Self.loopByteLimit, !Self.isKept(response) else {
      return compressAtOnce(&response, coding)
    }
    let (effort, compressor) = (Self.effort(of: response), self.compressor)
    let compressed = try? await WorkClient.$current.withValue(.address(request.client.address)) {
      try await workers.run(cost: 1 + content.count / Self.bytesPerLookUp) {
        Self.compress(content, effort: effort, by: compressor)
      }
    }
    if case .kept(let copy) = response.compression, let compressed { copy.keep(compressed) }
    coding.apply(compressed, to: &response)
  }

  /// `true` for responses, such as those with photos, on which no time is to be spent.
  private static func isClosed(_ response: borrowing HTTPResponse) -> Bool {
    if case .never = response.compression { return true }
    return false
  }

  // MARK: Kept copies

  /// The kept copy of a response's body, made where there is none; of what is not kept, what `make` makes.
  private static func kept(
    of response: HTTPResponse, _ make: (GzipCompressor.Effort) -> HTTPBytes?
  ) -> HTTPBytes? {
    guard case .kept(let copy) = response.compression else { return make(.moderate) }
    switch copy.state {
    case .known(let bytes): return bytes
    case .useless: return nil
    case .unknown:
      let bytes = make(copy.effort)
      copy.keep(bytes)
      return bytes
    }
  }

  private static func isKept(_ response: HTTPResponse) -> Bool {
    guard case .kept(let copy) = response.compression else { return false }
    if case .unknown = copy.state { return false }
    return true
  }

  private static func effort(of response: HTTPResponse) -> GzipCompressor.Effort {
    guard case .kept(let copy) = response.compression else { return .moderate }
    return copy.effort
  }

  // MARK: Bytes

  /// The bytes in gzip; `nil` where that saves less than an eighth.
  private static func compress(
    _ content: HTTPBytes, effort: GzipCompressor.Effort, by compressor: GzipCompressor
  ) -> HTTPBytes? {
    let compressor = effort == .moderate ? compressor : GzipCompressor(effort)
    let bytes = content.storage.span.extracting(content.range).bytes
    return compressor.compress(bytes, upTo: content.count - content.count / 8).map { HTTPBytes($0) }
  }
}
