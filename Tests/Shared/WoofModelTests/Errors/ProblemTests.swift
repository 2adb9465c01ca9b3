// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@Suite struct ProblemTests {
  @Test(arguments: WoofError.Code.all)
  func `every problem of the contract turns back into its code`(code: WoofError.Code) throws {
    let problem: JSONValue = .object([
      "type": .string(code.type), "title": .string(code.title), "status": .integer(Int64(code.status)),
      "detail": "Sit.", "limit": 7,
    ])
    let error = try #require(WoofError(problem: problem, status: code.status))
    #expect(error.code == code)
    #expect(error.code.status == code.status)
    #expect(error.code.title == code.title)
    #expect(error.message == "Sit.")
    #expect(error.details == ["limit": 7])
  }

  @Test func `an unknown problem keeps its name`() throws {
    let error = try #require(
      WoofError(problem: .object(["type": "https://woof.invalid/problems/bad-dog", "title": "Bad dog"]), status: 418))
    #expect(error.code.name == "bad-dog")
    #expect(error.code.status == 418)
    #expect(error.code.title == "Bad dog")
    #expect(!error.isWorthRetrying)
  }

  @Test func `a problem of another origin is named by its full type`() throws {
    let error = try #require(WoofError(problem: .object(["type": "https://example.test/full"]), status: 400))
    #expect(error.code.name == "https://example.test/full")
  }

  @Test(arguments: [
    JSONValue.null, .string("type"), .object([:]), .object(["type": 7]), .object(["type": "about:blank"]),
  ])
  func `a document without a problem's name gives no code`(document: JSONValue) {
    #expect(WoofError(problem: document, status: 500) == nil)
  }

  @Test func `the status of the response counts, not that of the document`() throws {
    let error = try #require(
      WoofError(problem: .object(["type": .string(WoofError.Code.notFound.type), "status": 200]), status: 404))
    #expect(error.code.status == 404)
  }

  @Test func `members of a wrong type are ignored`() throws {
    let error = try #require(
      WoofError(
        problem: .object(["type": .string(WoofError.Code.gone.type), "title": 1, "detail": .null]), status: 410))
    #expect(error.code.title == WoofError.Code.gone.title)
  }

  @Test func `temporary problems are worth retrying`() {
    let transient: Set<WoofError.Code> = [.requestTimeout, .tooManyRequests, .internal, .unavailable]
    for code in WoofError.Code.all {
      #expect(WoofError(code, "").isWorthRetrying == transient.contains(code), "\(code.name)")
    }
    #expect(WoofError(.conflict, "", retryAfter: 1).isWorthRetrying)
  }

  @Test func `a catch clause can name a code`() {
    do {
      throw WoofError(.notFound, "No such photo.")
    } catch WoofError.Code.gone {
      Issue.record("caught as another code")
    } catch WoofError.Code.notFound {
    } catch {
      Issue.record("not caught by its code")
    }
  }
}
