// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofModel
import WoofTerminal

/// Shows how the service does, as it goes on.
struct TopCommand: ShellCommand {
  static let name = "top"
  static let summary =
    "Shows how the service does, every second: requests, latency, loops, workers, the writer, memory."
  static let discussion = """
    q or ^C ends it. Where the output is no terminal, or with --once, it shows one second and ends. Times are those that \
    half of the requests, or 99 of 100, took at most.
    """

  private enum Event: Sendable { case reading(TopFigures.Reading, ContinuousClock.Instant), redraw, end }

  private let seconds: Int
  private let isOnce: Bool

  init(from reader: inout ArgumentReader) {
    seconds = reader.option("--interval", .integer("SECONDS", in: 1...60), default: 1, "How often it counts.")
    isOnce = reader.flag("--once", "Shows it once and ends.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    guard context.console.isTerminal, !isOnce, let keys = TerminalKeys() else { return try await runOnce(in: context) }
    FullScreen.enter()
    defer {
      TerminalSignals.shared.onResizing(nil)
      FullScreen.leave()
      keys.stop()
    }
    let (events, continuation) = AsyncThrowingStream.makeStream(of: Event.self)
    TerminalSignals.shared.onResizing { continuation.yield(.redraw) }
    let counting = Task {
      do {
        while true {
          continuation.yield(.reading(try await Self.read(context), .now))
          try await Task.sleep(for: .seconds(seconds))
        }
      } catch {
        continuation.finish(throwing: error)
      }
    }
    let listening = Task {
      for await key in keys.pressed where key == UInt8(ascii: "q") || key == UInt8(ascii: "Q") {
        continuation.yield(.end)
      }
    }
    defer {
      counting.cancel()
      listening.cancel()
    }
    try await show(events)
    // The stream ends without an error when the task is cancelled.
    return .done
  }

  private func show(_ events: AsyncThrowingStream<Event, any Error>) async throws {
    var view = TopView()
    var last: (reading: TopFigures.Reading, at: ContinuousClock.Instant)?
    for try await event in events {
      switch event {
      case .end: return
      case .redraw: break
      case .reading(let reading, let time):
        if let last { view.take(TopFigures(from: last.reading, to: reading, seconds: (time - last.at) / .seconds(1))) }
        last = (reading, time)
      }
      let size = TerminalSize(of: .output) ?? TerminalSize(columns: 80, rows: 24)
      FullScreen.show(view.lines(columns: size.columns, rows: size.rows))
    }
  }

  private func runOnce(in context: ShellContext) async throws -> ExitCode {
    let (first, start) = (try await Self.read(context), ContinuousClock.now)
    try await Task.sleep(for: .seconds(seconds))
    let (second, end) = (try await Self.read(context), ContinuousClock.now)
    var view = TopView()
    view.take(TopFigures(from: first, to: second, seconds: (end - start) / .seconds(1)))
    let lines = view.lines(columns: context.console.width ?? 100, rows: .max).dropLast()
    context.console.print(lines.map { "\($0)\n" }.joined())
    return .done
  }

  private static func read(_ context: ShellContext) async throws -> TopFigures.Reading {
    TopFigures.Reading(
      page: PrometheusPage(try await context.ask(AdminAPI.metrics)),
      statistics: try await context.ask(AdminAPI.statistics))
  }
}
