// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The faults of a harness, switched on and off while it runs. May be used from any thread.
public struct FaultBook: Sendable {
  /// A fault that has been switched on.
  public struct Handle: Hashable, Sendable {
    let number: Int
  }

  fileprivate struct State: Sendable {
    var rules: [(number: Int, rule: FaultRule, tally: FaultRule.Tally)] = []
    var nextNumber = 1
    var unmet: [String] = []
  }

  private let state: Watched<State>
  private let random: SeededRandom
  private let hasTransformer: Bool
  private let routes: @Sendable () -> [String]?

  /// - Parameters:
  ///   - hasTransformer: `true` if the service has a transformer, which faults can be injected into.
  ///   - routes: The paths that the service has routes for; `nil` where any may be asked for.
  init(random: SeededRandom, hasTransformer: Bool, routes: @escaping @Sendable () -> [String]?) {
    state = Watched(State())
    self.random = random
    self.hasTransformer = hasTransformer
    self.routes = routes
  }

  // MARK: Switching

  /// Switches a fault on.
  ///
  /// - Throws: ``HarnessError`` where the fault could never happen, of code `noSuchRoute` where the service has no such
  ///   route, or `noTransformer` where it has nothing that looks at pictures; of code `invalid` where a number is out of
  ///   its range, or the scope is none that the fault has.
  @discardableResult
  public func inject(_ rule: FaultRule) throws(HarnessError) -> Handle {
    if rule.scope == .request { try checkRoute(of: rule.requests, for: Self.text(rule)) }
    return try add(rule)
  }

  private func add(_ rule: FaultRule) throws(HarnessError) -> Handle {
    try check(rule)
    return state.change { state in
      defer { state.nextNumber += 1 }
      state.rules.append((state.nextNumber, rule, FaultRule.Tally()))
      return Handle(number: state.nextNumber)
    }
  }

  /// Switches a fault on for some requests.
  ///
  /// - Throws: As ``inject(_:)``.
  @discardableResult
  public func inject(
    _ fault: Fault, into requests: RequestPattern = .any, first: Int = 1, count: Int? = nil
  ) throws(HarnessError) -> Handle {
    try inject(FaultRule(fault, into: requests, first: first, count: count))
  }

  /// Responds to some requests in the place of the service, whatever their path: what the service has no route for gets
  /// a response in this way only.
  ///
  /// - Throws: ``HarnessError`` of code `invalid` where a number is out of its range.
  @discardableResult
  public func stub(_ requests: RequestPattern, _ response: StubbedResponse, count: Int? = nil) throws(HarnessError)
    -> Handle
  {
    try stub(FaultRule(.response(response), into: requests, count: count))
  }

  /// Switches a rule on that responds to requests, whatever their path.
  func stub(_ rule: FaultRule) throws(HarnessError) -> Handle { try add(rule) }

  /// Switches a fault off. One that is off stays off.
  public func remove(_ handle: Handle) {
    state.change { state in
      guard let index = state.rules.firstIndex(where: { $0.number == handle.number }) else { return }
      state.noteUnmet(state.rules.remove(at: index))
    }
  }

  /// Switches all faults off.
  public func removeAll() {
    state.change { state in
      for rule in state.rules { state.noteUnmet(rule) }
      state.rules = []
    }
  }

  /// Switches a fault on for the time of `body`.
  ///
  /// - Throws: As ``inject(_:)``, and what `body` throws.
  public func with<Result>(_ rule: FaultRule, _ body: () async throws -> Result) async throws -> Result {
    let handle = try inject(rule)
    defer { remove(handle) }
    return try await body()
  }

  // MARK: Asking

  /// Returns `true` if a fault of that number is switched on.
  func knows(_ number: Int) -> Bool { state.current.rules.contains { $0.number == number } }

  /// The number of times that a fault has happened; 0 for one that was switched off.
  public func count(of handle: Handle) -> Int {
    state.current.rules.first { $0.number == handle.number }?.tally.happened ?? 0
  }

  /// Returns when a fault has happened so often.
  ///
  /// - Throws: ``HarnessError`` of code `invalid` where the fault is, or meanwhile gets, switched off, and of code `stopped`
  ///   where the harness is stopped meanwhile; `CancellationError` where the task is cancelled.
  public func happened(_ handle: Handle, times count: Int = 1) async throws {
    let isOn = try await state.first { state -> Bool? in
      guard let rule = state.rules.first(where: { $0.number == handle.number }) else { return false }
      return rule.tally.happened >= count ? true : nil
    }
    guard isOn else {
      throw HarnessError(.invalid, "A fault that is switched off does not happen; wait for it before it is removed.")
    }
  }

  /// Ends all waits with an error.
  func end(_ error: any Error) { state.end(error) }

  /// The faults that are, or were, switched on, and never happened, in words.
  public var unmet: [String] {
    let state = state.current
    return state.unmet + state.rules.filter { $0.tally.happened == 0 }.map { Self.text($0.rule) }
  }

  // MARK: For the front

  /// The faults that a request meets.
  func faults(for request: RecordedExchange) -> [Fault] { faults(.request) { $0.matches(request) } }

  /// The faults that a new connection meets.
  func faultsOfConnection() -> [Fault] { faults(.connection) { _ in true } }

  /// The faults that looking at a picture meets.
  func faultsOfPicture() -> [Fault] { faults(.picture) { _ in true } }

  /// A number from 0 to 1 for a fault that has to choose.
  func chance() -> Double { random.fraction() }

  private func faults(_ scope: FaultRule.Scope, _ isMeant: @Sendable (RequestPattern) -> Bool) -> [Fault] {
    // Whether a request is meant may be a test's own code, which is not called under the lock.
    let meant = Set(state.current.rules.filter { $0.rule.scope == scope && isMeant($0.rule.requests) }.map(\.number))
    guard !meant.isEmpty else { return [] }
    return state.change { state in
      state.rules.indices.compactMap { index in
        guard meant.contains(state.rules[index].number) else { return nil }
        let rule = state.rules[index].rule
        return rule.happens(&state.rules[index].tally, chance: random.fraction) ? rule.fault : nil
      }
    }
  }

  private func check(_ rule: FaultRule) throws(HarnessError) {
    guard rule.first >= 1, rule.count.map({ $0 >= 1 }) ?? true, (0...1).contains(rule.probability) else {
      throw HarnessError(.invalid, "\(Self.text(rule)): first and count begin at 1, and a probability is from 0 to 1.")
    }
    if let reason = rule.fault.mistake { throw HarnessError(.invalid, "\(Self.text(rule)): \(reason).") }
    try checkScope(of: rule)
  }

  /// Makes sure that the service, or a rule that responds in its place, has the path of a pattern.
  ///
  /// - Parameter subject: The subject of an error's sentence: the rule or expectation that the pattern is for.
  /// - Throws: ``HarnessError`` of code `noSuchRoute`, with the nearest route.
  func checkRoute(of requests: RequestPattern, for subject: String) throws(HarnessError) {
    guard let path = requests.path, let routes = routes() else { return }
    let stubbed = state.current.rules.compactMap { $0.rule.fault.isResponse ? $0.rule.requests.path : nil }
    guard !(routes + stubbed).contains(where: { RequestPattern.overlaps(path, $0) }) else { return }
    let nearest = routes.min { Self.distance($0, path) < Self.distance($1, path) }
    let advice = nearest.map { "; the nearest is \($0)" } ?? ""
    throw HarnessError(
      .noSuchRoute,
      "\(subject): no route of the service has this path\(advice). What is to be answered all the same is stubbed first."
    )
  }

  private func checkScope(of rule: FaultRule) throws(HarnessError) {
    switch (rule.fault, rule.scope) {
    case (.transformer, .connection):
      throw HarnessError(.invalid, "\(Self.text(rule)): a transformer fails for requests, or for pictures.")
    case (.transformer, _), (.delay, .picture):
      guard !hasTransformer else { return }
      throw HarnessError(
        .noTransformer,
        "\(Self.text(rule)): nothing looks at pictures here; start the harness with the transformer “drawn”.")
    case (_, .picture):
      throw HarnessError(.invalid, "\(Self.text(rule)): pictures meet only delays and faults of the transformer.")
    default: return
    }
  }

  fileprivate static func text(_ rule: FaultRule) -> String {
    switch rule.scope {
    case .request: "\(rule.fault.name) for \(rule.requests)"
    case .connection: "\(rule.fault.name) for a connection"
    case .picture: "\(rule.fault.name) for a picture"
    }
  }

  /// The distance of a route from a path, by the number of segments that differ and by how little these begin alike.
  private static func distance(_ route: String, _ path: String) -> Int {
    let (route, path) = (route.split(separator: "/"), path.split(separator: "/"))
    let differences = zip(route, path).map { segment, wanted in
      if segment == wanted || segment.hasPrefix("{") || wanted == "*" { return 0 }
      return 100 - min(50, zip(segment, wanted).prefix { $0 == $1 }.count)
    }
    return differences.reduce(0, +) + 200 * abs(route.count - path.count)
  }
}

extension FaultBook.State {
  fileprivate mutating func noteUnmet(_ entry: (number: Int, rule: FaultRule, tally: FaultRule.Tally)) {
    if entry.tally.happened == 0 { unmet.append(FaultBook.text(entry.rule)) }
  }
}

extension Fault {
  /// `true` where the harness responds.
  fileprivate var isResponse: Bool {
    if case .response = self { true } else { false }
  }

  /// The word that the journal and the control API have for it.
  var name: String {
    switch self {
    case .delay: "delay"
    case .drip: "drip"
    case .cut: "cut"
    case .hangUp: "hangUp"
    case .wrongLength: "wrongLength"
    case .corruptByte: "corruptByte"
    case .interim: "interim"
    case .response(let response): "answer \(response.status)"
    case .limitBody: "limitBody"
    case .truncateEvent: "truncateEvent"
    case .duplicateEvent: "duplicateEvent"
    case .dropEvents: "dropEvents"
    case .replaceToken: "replaceToken"
    case .storage(let fault): fault.rawValue
    case .kill(let point): "kill at \(point.rawValue)"
    case .transformer(let fault): "transformer \(fault.rawValue)"
    }
  }

  /// The mistake in its numbers, in words; `nil` if there is none.
  var mistake: String? {
    switch self {
    case .drip(_, let count, _) where count < 1: "a piece has at least one byte"
    case .cut(_, let count, _) where count < 0: "a count of bytes is not negative"
    case .corruptByte(_, let offset) where offset < 0: "an offset is not negative"
    case .wrongLength(let difference) where !(-1 << 40...1 << 40).contains(difference):
      "a length is wrong by 2^40 at most"
    case .limitBody(let limit) where limit < 0: "a limit is not negative"
    case .interim(let status, _, let count, _) where !(100..<200).contains(status) || status == 101 || count < 1:
      "an interim answer has a status of 100 to 199 but 101, and comes at least once"
    case .response(let response) where !(200..<600).contains(response.status): "a status is from 200 to 599"
    case .truncateEvent(let number) where number < 1: "events are counted from 1"
    case .duplicateEvent(let number) where number < 1: "events are counted from 1"
    case .dropEvents(let first, let count) where first < 1 || count < 1: "events are counted from 1"
    default: nil
    }
  }
}
