// SPDX-License-Identifier: Apache-2.0

/// The faults of a network, as probabilities from 0 to 1 for each request or response.
struct NetworkWeather: Sendable {
  /// The shortest and the longest time that something takes one way, in nanoseconds. What is sent over different
  /// connections may so overtake each other.
  var delay: ClosedRange<Int64> = 1_000_000...40_000_000
  /// A request never arrives.
  var losesRequest = 0.0
  /// A request has its effect, and its response never arrives.
  var losesResponse = 0.0
  /// A request arrives twice; the first response counts.
  var duplicates = 0.0
  /// The connection breaks in the middle of the request's content.
  var cutsRequest = 0.0
  /// The connection breaks in the middle of the response, or of a live stream at any time.
  var cutsResponse = 0.0
  /// Something in between answers instead of the service.
  var answers = 0.0
  /// The statuses that it answers with; 429 and 503 come with `Retry-After`.
  var statuses = [429, 503, 413, 401, 502]
  /// The time after which a client gives up a request without a response, in nanoseconds.
  var patience: Int64 = 8_000_000_000

  /// A network that only takes its time.
  static let fair = NetworkWeather()

  /// A network on which everything goes wrong now and then.
  static let foul = NetworkWeather(
    losesRequest: 0.03, losesResponse: 0.03, duplicates: 0.03, cutsRequest: 0.02, cutsResponse: 0.03, answers: 0.03)

  /// A network on which much is lost after it had its effect, and much is answered by something in between.
  static let answering = NetworkWeather(losesResponse: 0.15, duplicates: 0.1, answers: 0.15)
}

/// The fate of one request.
struct RequestFate: Sendable {
  /// The one thing that goes wrong.
  enum Mishap: Sendable {
    case none
    case requestLost
    case responseLost
    /// The connection breaks after this part of the content, from 0 to 1.
    case requestCut(Double)
    case responseCut(Double)
    /// Something in between answers.
    case answered(status: Int, retryAfter: Int?)
  }

  /// The nanoseconds until it arrives.
  var delay: Int64
  /// The nanoseconds until it arrives once more; `nil` where it does not.
  var secondDelay: Int64?
  /// The mishap of the request; `none` for most.
  var mishap: Mishap

  /// Draws what becomes of a request.
  init(in weather: NetworkWeather, _ random: inout SimulationRandom) {
    delay = Self.delay(in: weather, &random)
    secondDelay = random.chance(weather.duplicates) ? Self.delay(in: weather, &random) * 3 : nil
    mishap = Self.mishap(in: weather, &random)
  }

  /// Draws how long something takes one way.
  static func delay(in weather: NetworkWeather, _ random: inout SimulationRandom) -> Int64 {
    .random(in: weather.delay, using: &random)
  }

  private static func mishap(in weather: NetworkWeather, _ random: inout SimulationRandom) -> Mishap {
    var rest = random.fraction()
    func falls(_ probability: Double) -> Bool {
      rest -= probability
      return rest < 0
    }
    if falls(weather.losesRequest) { return .requestLost }
    if falls(weather.losesResponse) { return .responseLost }
    if falls(weather.cutsRequest) { return .requestCut(random.fraction()) }
    if falls(weather.cutsResponse) { return .responseCut(random.fraction()) }
    guard falls(weather.answers), !weather.statuses.isEmpty else { return .none }
    let status = weather.statuses[random.below(weather.statuses.count)]
    return .answered(status: status, retryAfter: [429, 503].contains(status) ? 1 + random.below(5) : nil)
  }
}

extension RequestFate: CustomStringConvertible {
  var description: String {
    let twice = secondDelay == nil ? "" : ", twice"
    switch mishap {
    case .none: return "arrives in \(delay / 1_000_000) ms\(twice)"
    default: return "meets: \(mishap)\(twice)"
    }
  }
}
