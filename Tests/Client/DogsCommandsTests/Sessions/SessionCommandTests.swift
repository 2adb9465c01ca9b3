// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading
import WoofClient
import WoofTesting

@testable import TestKit

@Suite(.timeLimit(.minutes(2))) struct `Browser sessions of dogs` {
  @Test func `browsers that are signed in are listed, and signed out one by one or all`() async throws {
    try await blocking {
      let service = try await DogService()
      let empty = try await service.dogs("session", "list", as: "ada")
      #expect(empty.code == 0 && empty.errors.contains("No browser is signed in."), "\(empty)")
      for _ in 0..<3 { try await Self.signIn(at: service) }
      let table = try await service.dogs("session", "list", as: "ada")
      #expect(table.output.contains("Firefox  Linux"), "\(table)")
      let listed = try JSONLines(try await service.dogs("session", "list", "--json", as: "ada").output)
      let ids = listed.compactMap { $0["id"] }
      #expect(ids.count == 3)
      let ended = try await service.dogs("session", "end", ids[0], "--json", as: "ada")
      #expect(ended.code == 0 && ended.output.contains("\"ended\""), "\(ended)")
      #expect(try await service.dogs("session", "end", ids[0], as: "ada").code == 1)
      let rest = try JSONLines(try await service.dogs("session", "list", "--json", as: "ada").output)
      #expect(rest.compactMap { $0["id"] } == Array(ids[1...]))
      let all = try await service.dogs("session", "end", "--all", as: "ada")
      #expect(all.code == 0 && all.errors.contains("No browser is signed in any more."), "\(all)")
      #expect(try await service.dogs("session", "list", "--json", as: "ada").output == "")
      try await service.stop()
    }
  }

  @Test(arguments: [[], ["--all", "0193a7b2-c4d5-7e6f-8123-456789abcdef"], ["rex"]])
  func `what is to be ended has to be said, in one way`(arguments: [String]) async throws {
    try await blocking {
      let outcome = try await Dogs.run(["session", "end"] + arguments)
      #expect(outcome.code == 2 && outcome.errors.contains("session end"), "\(outcome)")
    }
  }

  /// Begins a session of the account, as a browser does.
  private static func signIn(at service: DogService) async throws {
    var request = URLRequest(url: try #require(URL(string: "\(service.options[1])/v1/sessions")))
    request.httpMethod = "POST"
    request.httpBody = Data(#"{"name": "ada", "password": "\#(DogService.password)"}"#.utf8)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue(
      "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", forHTTPHeaderField: "User-Agent")
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    let (_, response) = try await URLSession(configuration: configuration).data(for: request)
    #expect((response as? HTTPURLResponse)?.statusCode == 201)
  }
}
