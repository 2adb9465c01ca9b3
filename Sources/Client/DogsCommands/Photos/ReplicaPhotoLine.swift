// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel
import WoofSync

/// A photo of the replica as JSON: its metadata as the service sends them, and what becomes of the edits of it.
struct ReplicaPhotoLine: Encodable {
  private enum Member: String, CodingKey { case pending, problems }

  let photo: ReplicaPhoto

  func encode(to encoder: any Encoder) throws {
    try photo.metadata.encode(to: encoder)
    var container = encoder.container(keyedBy: Member.self)
    try container.encode(photo.isPending, forKey: .pending)
    try container.encode(photo.problems.map(ProblemLine.init), forKey: .problems)
  }
}

/// A problem of an edit as JSON, as errors are.
struct ProblemLine: Encodable {
  var code: String
  var message: String

  init(_ problem: SyncProblem) { (code, message) = (problem.name, problem.message) }
}

/// The note of a command about edits that are durable here and not yet sent.
enum Waiting {
  /// The end of a line about one edit.
  static let remark = "  (waits for: dogs sync)"

  /// The line about several photos; empty where no edits wait.
  static func summary(photos count: Int) -> String {
    guard count > 0 else { return "" }
    return count == 1
      ? "Edits of 1 photo wait for: dogs sync\n" : "Edits of \(count) photos wait for: dogs sync\n"
  }
}

extension PhotoSearch {
  /// Finds photos of the replica.
  init(_ session: ReplicaSession) { self.init(client: session.session.client, replica: session.replica) }
}

extension ReplicaSession {
  /// Does something with each of several photos, and says what was refused, which does not keep the others from it.
  ///
  /// - Parameter body: Does it, and gives the line that says so.
  func edit(
    _ photos: [PhotoReference], printsJSON: Bool, _ body: (PhotoID) async throws -> String
  ) async throws -> ExitCode {
    let search = PhotoSearch(self)
    var code = ExitCode.done
    for reference in photos {
      do {
        StandardStream.output.write(try await body(try await search.id(of: reference)))
      } catch {
        let result = try reference.failed(error)
        StandardStream.error.write(printsJSON ? result.json(done: "") : result.text(done: ""))
        code = .failed
      }
    }
    return code
  }
}
