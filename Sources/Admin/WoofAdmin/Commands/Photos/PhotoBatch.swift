// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofAdministration
import WoofCommandLine
import WoofModel
import WoofTerminal

/// A change of one photo, of several that are named, or of those that a search finds.
///
/// The search runs once, before the plan is shown. The change covers exactly the photos of the plan, even if others match
/// by then.
struct PhotoBatch: Sendable {
  /// The words for a change, which plans and results are written with.
  struct Words: Sendable {
    /// The verb in the present tense, such as `deletes`; the plan of several photos begins with it.
    let does: String
    /// The verb in the past tense, such as `Deleted`; the line after the change begins with it.
    let done: String
    /// The text that follows the line after the change; empty by default.
    var advice = ""
  }

  /// The maximum number of photos that a search may find for one command.
  private static let longest = 100_000

  private let options: ChangeOptions
  private let ids: [PhotoID]
  private let search: [URLQueryItem]
  private let isDestructive: Bool

  /// Reads the ids or the search, and the options of the change.
  ///
  /// - Parameter state: The state of the photos that a search looks for: `live`, `deleted` or `all`.
  init(from reader: inout ArgumentReader, state: String, isDestructive: Bool = false) {
    options = ChangeOptions(from: &reader, isDestructive: isDestructive)
    self.isDestructive = isDestructive
    let filter = PhotoFilter(from: &reader).query
    ids = reader.arguments(.photo, "Which photos; in place of them, options that search for them.")
    search = filter.isEmpty ? [] : filter + [URLQueryItem(name: "state", value: state)]
    if !ids.isEmpty, !filter.isEmpty {
      reader.refuse(because: "photos and a search do not go together: leave one out")
    }
  }

  /// Changes the photos, one after another.
  ///
  /// - Returns: The exit code; 0 if all were changed.
  func run<Response: Sendable>(
    in context: ShellContext, _ words: Words, _ change: @Sendable (PhotoID) -> AdminChange<Response>
  ) async throws -> ExitCode {
    guard !ids.isEmpty || !search.isEmpty else {
      throw CommandFailure("which photos? Name them, or search for them, as by --owner", exitCode: .usage)
    }
    let photos = search.isEmpty ? unique(ids) : try await found(in: context)
    guard !photos.isEmpty else { throw CommandFailure("there are no such photos") }
    let approval = try await context.approve(options, isDestructive: isDestructive) {
      try await plan(photos, in: context, words, change)
    }
    guard let approval else { return .done }
    return try await perform(photos, approval, in: context, words, change)
  }

  private func unique(_ ids: [PhotoID]) -> [PhotoID] {
    var seen: Set<PhotoID> = []
    return ids.filter { seen.insert($0).inserted }
  }

  private func found(in context: ShellContext) async throws -> [PhotoID] {
    let list = AdminList<AdminPhoto>(path: AdminAPI.path("photos"), query: search)
    var photos: [PhotoID] = []
    var cursor: String?
    repeat {
      let page = try await context.ask(list.page(after: cursor, limit: 500))
      photos += page.items.map(\.metadata.id)
      cursor = page.next
      guard photos.count <= Self.longest else {
        throw CommandFailure(
          "these are more than \(ShortText.count(Self.longest)) photos: search for fewer, as by --since")
      }
    } while cursor != nil
    return photos
  }

  /// Asks the service to plan the change of each photo, and returns one plan for all.
  ///
  /// Its counts are totals; it is reversible if all are, until the first of them no longer is.
  private func plan<Response: Sendable>(
    _ photos: [PhotoID], in context: ShellContext, _ words: Words, _ change: (PhotoID) -> AdminChange<Response>
  ) async throws -> AdminPlan {
    var plans: [AdminPlan] = []
    for id in photos { plans.append(try await context.ask(change(id).plan)) }
    guard plans.count != 1, let first = plans.first else { return plans[0] }
    return AdminPlan(
      summary: "\(words.does) \(ShortText.count(photos.count)) photos; first: \(first.summary)",
      photoCount: plans.reduce(0) { $0 + $1.photoCount }, byteCount: plans.reduce(0) { $0 + $1.byteCount },
      isReversible: plans.allSatisfy(\.isReversible), reversibleUntil: plans.compactMap(\.reversibleUntil).min())
  }

  private func perform<Response: Sendable>(
    _ photos: [PhotoID], _ approval: ShellContext.Approval, in context: ShellContext, _ words: Words,
    _ change: (PhotoID) -> AdminChange<Response>
  ) async throws -> ExitCode {
    if photos.count == 1 {
      let response = try await context.ask(change(photos[0]).request(reason: approval.reason))
      if options.printsJSON(context.settings), let value = response as? any Encodable {
        context.console.print(try JSONText.line(value))
        return .done
      }
      try context.done(options.output, "\(words.done) \(photos[0]).\(words.advice)\n")
      return .done
    }
    let line = ProgressLine()
    defer { line.end() }
    var tally = Tally()
    let printsJSON = options.printsJSON(context.settings)
    for id in photos {
      do {
        _ = try await context.ask(change(id).request(reason: approval.reason))
        tally.photoCount += 1
      } catch let error as WoofError {
        line.end()
        tally.failedCount += 1
        context.console.note(ShellFailure(error, "\(id)").text(at: nil, asJSON: printsJSON))
      } catch {
        line.end()
        context.console.note(
          "\(words.done) \(ShortText.count(tally.photoCount)) of \(ShortText.count(photos.count)).\n")
        throw error
      }
      line.show(ProgressBar("\(words.done)", part: Double(tally.count) / Double(photos.count)))
    }
    line.end()
    let failures = tally.failedCount > 0 ? " \(ShortText.count(tally.failedCount)) failed." : ""
    context.console.print(
      printsJSON
        ? try JSONText.line(tally)
        : "\(words.done) \(ShortText.count(tally.photoCount)) photos.\(failures)\(words.advice)\n")
    return tally.failedCount == 0 ? .done : .failed
  }

  private struct Tally: Encodable {
    var photoCount = 0
    var failedCount = 0

    var count: Int { photoCount + failedCount }
  }
}
