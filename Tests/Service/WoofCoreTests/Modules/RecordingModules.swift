// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofConfiguration

@testable import TestKit
@testable import WoofCore

/// What modules of the tests do, in order, and what they are told to do.
final class Diary: Sendable {
  private let state = Mutex<(lines: [String], failures: [String: any Error])>(([], [:]))

  /// Everything that was noted so far.
  var lines: [String] { state.withLock { $0.lines } }

  /// Lets a step fail, as in `b.provision`.
  func fail(_ step: String, with error: any Error = Mishap()) {
    state.withLock { $0.failures[step] = error }
  }

  /// Notes a step.
  ///
  /// - Throws: What the step was told to fail with.
  func note(_ step: String) throws {
    let failure = state.withLock { state in
      state.lines.append(step)
      return state.failures[step]
    }
    if let failure { throw failure }
  }
}

struct Mishap: Error, Equatable, CustomStringConvertible {
  var description: String { "the dog ate it" }
}

/// The settings of a module of the tests.
struct RecordingSettings: ConfigurationSection, Equatable {
  var breed: String

  init(from reader: inout ConfigurationReader) {
    breed = reader.value("breed", .string, default: "mutt", "Which dog it is.")
  }
}

extension ExtensionPoint where Value == String {
  static var sticks: Self { Self(name: "sticks") }
}

/// A module that notes what happens to it, made by hand and not by a registry.
protocol RecordingModule: WoofModule where Settings == RecordingSettings {
  var diary: Diary { get }
}

extension RecordingModule {
  static var summary: String { "Notes what happens." }
  private var id: ModuleID { Self.id }

  func provision(_ scope: ModuleScope) async throws {
    try diary.note("\(id).provision")
    scope.provide("stick of \(id)", at: .sticks)
  }

  func validate(_ scope: ModuleScope) async throws { try diary.note("\(id).validate") }

  func run(_ scope: ModuleScope) async throws {
    await Gate().waitUnlessCancelled()
    try diary.note("\(id).end")
  }

  func cleanUp() async throws { try diary.note("\(id).cleanUp") }
}

struct ModuleA: RecordingModule {
  static let id: ModuleID = "a"
  let diary: Diary
  init(_ diary: Diary) { self.diary = diary }
  init(settings: RecordingSettings) { diary = Diary() }
}

struct ModuleB: RecordingModule {
  static let id: ModuleID = "b"
  let diary: Diary
  init(_ diary: Diary) { self.diary = diary }
  init(settings: RecordingSettings) { diary = Diary() }
}

struct ModuleC: RecordingModule {
  static let id: ModuleID = "c"
  let diary: Diary
  init(_ diary: Diary) { self.diary = diary }
  init(settings: RecordingSettings) { diary = Diary() }
}
