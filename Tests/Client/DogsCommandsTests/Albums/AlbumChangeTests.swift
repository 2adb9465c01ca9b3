// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofClient
import WoofModel

@testable import DogsCommands

@Suite struct `Changes of what is in an album` {
  private let ids = (1...3).map { PhotoID(high: 0x0193_a7b2_c4d5_7e6f, low: 0x8000_0000_0000_0000 | $0) }
  private let refusal = WoofError(.forbidden, "This is not your photo.")

  private func named(_ ids: [PhotoID]) -> [TransferResult] {
    ids.map { TransferResult(id: $0, album: AlbumID(uuid: ids[0]), status: .done) }
  }

  private var unknown: TransferResult {
    TransferResult(name: "ffff", status: .failed(FailureReport(CodedFailure("not-found", "There is none."))))
  }

  @Test func `a photo that is named twice is asked about once, and one that is not found never`() {
    #expect(AlbumChange.ids(in: named([ids[1], ids[0], ids[1]]) + [unknown]) == [ids[1], ids[0]])
  }

  @Test func `results come in the order of the command line, also for photos named twice`() throws {
    let items: [PhotoBatch.Item] = [
      .init(id: ids[1], result: .failure(refusal)), .init(id: ids[0], result: .success(nil)),
    ]
    let asked = named([ids[1], ids[0], ids[1]])
    let results = try AlbumChange.results(of: [asked[0], unknown, asked[1], asked[2]], items)
    #expect(results.map(\.id) == [ids[1], nil, ids[0], ids[1]])
    #expect(results.map { $0.failure?.code } == ["forbidden", "not-found", nil, "forbidden"])
  }

  @Test func `a photo that the service says nothing of has failed`() throws {
    let results = try AlbumChange.results(of: named([ids[0]]), [])
    #expect(results.first?.failure?.code == "invalid-server-response")
  }

  @Test func `an error that all others would meet ends the command`() {
    let items = [PhotoBatch.Item(id: ids[0], result: .failure(WoofError(.authenticationRequired, "Sign in.")))]
    #expect(throws: WoofError.self) { try AlbumChange.results(of: named([ids[0]]), items) }
  }

  @Test func `a line of JSON names the album`() throws {
    let line = try #require(try JSONLines(named([ids[0]])[0].json(done: "added")).first)
    #expect(line["status"] == "added" && line["id"] == "\(ids[0])" && line["album"] == "\(ids[0])")
  }
}
