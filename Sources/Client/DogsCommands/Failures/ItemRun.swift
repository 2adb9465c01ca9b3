// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofModel
import WoofTerminal

/// Does something with each of several items, one after another, and prints what became of each: as a line of text, or as
/// an object of JSON with the members `status`, the one that names the item, and `error` where it failed.
struct ItemRun<Item: CustomStringConvertible> {
  /// The status of an item with which it was done.
  let status: String
  let printsJSON: Bool
  /// Writes the member that names an item.
  let write: (Item, inout JSONWriter) -> Void

  /// Goes through the items; one that fails does not keep the others from it, and makes the exit code `failed`.
  ///
  /// - Throws: An error after which it makes no sense to go on with the others.
  func perform(_ items: [Item], _ body: (Item) async throws -> Void) async throws -> ExitCode {
    var code = ExitCode.done
    for item in items {
      do {
        try await body(item)
        StandardStream.output.write(line(status, item, nil))
      } catch {
        StandardStream.error.write(line("failed", item, try FailureReport(ofOne: error)))
        code = .failed
      }
    }
    return code
  }

  private func line(_ status: String, _ item: Item, _ failure: FailureReport?) -> String {
    guard printsJSON else { return "\(status)  \(item)\(failure.map { ": \($0.message)" } ?? "")\n" }
    return JSONLine.object { writer in
      writer.name("status")
      writer.value(status)
      write(item, &writer)
      failure?.write(to: &writer)
    }
  }
}

extension ItemRun {
  /// Makes a run over ids, which the member `id` names.
  init(status: String, printsJSON: Bool) {
    self.init(status: status, printsJSON: printsJSON) { id, writer in
      writer.name("id")
      writer.value(id.description)
    }
  }
}
