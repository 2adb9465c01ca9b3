// SPDX-License-Identifier: Apache-2.0

/// A photo of one size that is fetched over one kind of connection.
struct FetchCase: Sendable {
  /// The measures by which Woof and nginx are compared.
  enum Measure: Sendable {
    /// The processor time for each request.
    case processorTime
    /// The number of bytes a second.
    case throughput
  }

  /// The name of the case in the report.
  var name: String
  /// The number of bytes of the photo.
  var byteCount: Int
  /// The number of connections that fetch at once; 64 by default.
  var connectionCount = 64
  /// `true` if the connections are encrypted; `false` by default.
  var isEncrypted = false
  var measure = Measure.processorTime

  /// The name of the photo's file.
  var fileName: String { "\(byteCount).jpg" }

  static let all = [
    FetchCase(name: "16 KB", byteCount: 16_384),
    FetchCase(name: "200 KB", byteCount: 204_800),
    FetchCase(name: "20 MB", byteCount: 20_000_000, connectionCount: 8, measure: .throughput),
    FetchCase(name: "16 KB, TLS 1.3", byteCount: 16_384, isEncrypted: true),
  ]
}
