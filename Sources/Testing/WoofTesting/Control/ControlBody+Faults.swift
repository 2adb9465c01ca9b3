internal import WoofModel

extension ControlBody {
  /// A fault and when it happens, and whether it answers in the place of the service, whatever the path.
  mutating func rule() throws(HarnessError) -> (FaultRule, isStub: Bool) {
    let name = try neededText("fault")
    let fault = try fault(name)
    var rule = FaultRule(fault, into: try pattern())
    rule.scope = try word("scope") ?? .request
    rule.first = try integer("first", default: 1)
    rule.count = try integer("count")
    rule.probability = try number("probability") ?? 1
    return (rule, name == "answer")
  }

  /// Reads the pattern of the requests that are meant.
  mutating func pattern() throws(HarnessError) -> RequestPattern {
    var pattern = RequestPattern(try text("method").map { RequestMethod(rawValue: $0) }, try text("path"))
    let wanted = try fields("requestFields")
    if !wanted.isEmpty {
      pattern.condition = { request in wanted.allSatisfy { request.fields[$0.name] == $0.value } }
    }
    return try flag("signedIn") ? pattern.signedIn : pattern
  }

  private static let faultNames = [
    "delay", "drip", "cut", "hangUp", "wrongLength", "corruptByte", "interim", "answer", "challenge", "tooManyRequests",
    "serverError", "redirect", "limitBody", "truncateEvent", "duplicateEvent", "dropEvents", "replaceToken",
    "expiredToken", "storage", "kill", "transformer",
  ]

  private mutating func fault(_ name: String) throws(HarnessError) -> Fault {
    switch name {
    case "delay", "drip", "cut", "hangUp", "wrongLength", "corruptByte", "interim": try wireFault(name)
    case "answer", "challenge", "tooManyRequests", "serverError", "redirect", "limitBody": try answerFault(name)
    case "truncateEvent": .truncateEvent(try integer("number", default: 1))
    case "duplicateEvent": .duplicateEvent(try integer("number", default: 1))
    case "dropEvents": .dropEvents(from: try integer("number", default: 1), count: try integer("length", default: 1))
    case "replaceToken": .replaceToken(by: try text("by") ?? "unknown")
    case "expiredToken": .expiredToken
    case "storage": .storage(try word("kind") ?? .diskFull)
    case "kill": .kill(at: try word("at") ?? .recorded)
    case "transformer": .transformer(try word("kind") ?? .crash)
    default:
      throw HarnessError(
        .invalid, "There is no fault “\(name)”; there are \(Self.faultNames.joined(separator: ", ")).")
    }
  }

  private mutating func wireFault(_ name: String) throws(HarnessError) -> Fault {
    switch name {
    case "delay": return .delay(try delay())
    case "drip":
      let way: Fault.Direction = try word("direction") ?? .answer
      return .drip(way, byteCount: try integer("bytes", default: 1), every: try neededDuration("every"))
    case "cut":
      let way: Fault.Direction = try word("direction") ?? .answer
      return .cut(way, after: try integer("after", default: 0), by: try word("by") ?? .close)
    case "hangUp": return .hangUp(by: try word("by") ?? .close)
    case "wrongLength": return .wrongLength(by: try integer("by", default: 1))
    case "corruptByte":
      let way: Fault.Direction = try word("direction") ?? .answer
      return .corruptByte(way, at: try integer("at", default: 0))
    default:
      return .interim(
        status: try integer("status", default: 103), fields: try fields("fields"),
        count: try integer("times", default: 1), try word("moment") ?? .early)
    }
  }

  private mutating func answerFault(_ name: String) throws(HarnessError) -> Fault {
    switch name {
    case "challenge": return .challenge
    case "tooManyRequests": return .tooManyRequests(retryAfter: try integer("retryAfter", default: 1))
    case "serverError": return .serverError(try integer("status", default: 500), fields: try fields("fields"))
    case "redirect": return .redirect(to: try neededText("location"), status: try integer("status", default: 307))
    case "limitBody": return .limitBody(to: try integer("limit", default: 0))
    default:
      return .answer(
        StubbedAnswer(
          status: try integer("status", default: 200), fields: try fields("fields"), body: try answerBody()))
    }
  }

  private mutating func answerBody() throws(HarnessError) -> [UInt8] {
    let (words, bytes) = (try text("body"), try base64("base64"))
    guard words == nil || bytes == nil else {
      throw HarnessError(.invalid, "The members “body” and “base64” do not go together: leave one out.")
    }
    return bytes ?? Array((words ?? "").utf8)
  }

  private mutating func delay() throws(HarnessError) -> Fault.Delay {
    if let mean = try duration("mean") { return .exponential(mean: mean) }
    let shortest = try neededDuration("for")
    guard let longest = try duration("upTo") else { return .fixed(shortest) }
    guard longest >= shortest else { throw HarnessError(.invalid, "The member “upTo” must not be less than “for”.") }
    return .uniform(shortest...longest)
  }
}
