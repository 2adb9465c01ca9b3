/// One photo that is fetched, in one way.
struct FetchCase: Sendable {
  /// What decides who is better.
  enum Measure: Sendable {
    /// Time on processors for each request.
    case processorTime
    /// Bytes a second.
    case throughput
  }

  /// What it is called.
  var name: String
  /// The length of the photo.
  var byteCount: Int
  /// How many connections fetch at once.
  var connectionCount = 64
  /// Whether they are encrypted.
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
