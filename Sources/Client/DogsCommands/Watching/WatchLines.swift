import WoofClient
import WoofCommandLine

/// Shows what happens as lines: changes on standard output, and what becomes of the connection on standard error, or all
/// of it as JSON on standard output.
struct WatchLines: WatchShowing {
  let printsJSON: Bool

  func show(_ event: WatchEvent) throws {
    if printsJSON {
      if let line = try event.json { StandardStream.output.write(line) }
    } else if let line = event.text {
      if case .event(.change(_)) = event { StandardStream.output.write(line) } else { StandardStream.error.write(line) }
    }
  }

  func end() {}
}
