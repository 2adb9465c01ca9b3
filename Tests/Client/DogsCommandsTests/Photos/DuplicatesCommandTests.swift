// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofTesting

@testable import TestKit
@testable import TestPictures

/// `dogs duplicates` with the real service, which is given groups by the test, as no plugin looks at pixels.
@Suite(.timeLimit(.minutes(3))) struct `The command for photos that look alike` {
  /// Runs `body` with photos of which the first two are a group, and its best is the second.
  private func withGroup(_ body: @escaping @Sendable (DogService, [String]) async throws -> Void) async throws {
    try await blocking {
      let service = try await DogService()
      var ids: [String] = []
      for name in ["Rex", "Rex, larger", "Bella"] {
        ids.append(try await service.upload(SampleJPEG.withComment(name), caption: name))
      }
      var photos: [String] = []
      for id in [ids[1], ids[0]] {
        photos.append(try await service.dogs("show", id, "--json", as: "ada").output)
      }
      let group = #"{"best":"\#(ids[1])","photoCount":2,"photos":[\#(photos.joined(separator: ","))]}"#
      try service.answer("/v1/me/duplicates", #"{"items":[\#(group)]}"#)
      try await body(service, ids)
      try await service.stop()
    }
  }

  @Test func `groups are listed with a star at the best`() async throws {
    try await withGroup { service, ids in
      let table = try await service.dogs("duplicates", as: "ada")
      let lines = table.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
      #expect(table.code == 0 && lines.count == 3, "\(table)")
      #expect(lines[0].prefix(3) == ["GROUP", "BEST", "ID"])
      #expect(lines[1].prefix(3) == ["1", "*", ids[1]] && lines[2].prefix(2) == ["1", ids[0]], "\(table)")
      let json = try await service.dogs("duplicates", "--json", as: "ada")
      #expect(try JSONLines(json.output).map { $0["best"] } == [ids[1]], "\(json)")
    }
  }

  @Test func `all of a group but the best are deleted, and can be restored`() async throws {
    try await withGroup { service, ids in
      let deleted = try await service.dogs("duplicates", "--delete", as: "ada")
      #expect(deleted.code == 0 && deleted.output == "deleted  \(ids[0])  looks like \(ids[1])\n", "\(deleted)")
      let left = try JSONLines(try await service.dogs("list", "--mine", "--json", as: "ada").output)
      #expect(left.map { $0["id"] } == [ids[2], ids[1]])
      #expect(try await service.dogs("restore", ids[0], as: "ada").code == 0)
    }
  }

  @Test func `a photo that cannot be deleted is reported`() async throws {
    try await withGroup { service, ids in
      let batch =
        #"{"items":[{"id":"\#(ids[0])","status":403,"problem":{"type":"https://woof.invalid/problems/forbidden","#
        + #""title":"Forbidden","status":403,"detail":"It is not yours."}}]}"#
      try service.answer("/v1/photos/batch", batch, .post)
      let outcome = try await service.dogs("duplicates", "--delete", "--json", as: "ada")
      #expect(outcome.code == 1 && outcome.output.isEmpty, "\(outcome)")
      let line = try JSONLines(outcome.errors).first
      #expect(line?["status"] == "failed" && line?["id"] == ids[0] && line?["error"] == "forbidden", "\(outcome)")
    }
  }

  @Test func `where no photos look alike, a sentence says so`() async throws {
    try await blocking {
      let service = try await DogService()
      let outcome = try await service.dogs("duplicates", as: "ada")
      #expect(outcome.code == 0 && outcome.output.isEmpty)
      #expect(outcome.errors == "None of your photos look alike.\n", "\(outcome)")
      let refused = try await service.dogs("duplicates", "--all", "--limit", "3", as: "ada")
      #expect(refused.code == 2 && refused.errors.contains("do not go together"), "\(refused)")
      try await service.stop()
    }
  }
}
