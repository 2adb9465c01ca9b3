// SPDX-License-Identifier: Apache-2.0

package import WoofConfiguration

/// A part of the service that is compiled in and trusted: a store, a transformer, the HTTP service.
///
/// Modules live in the order of their registration, which is the order in which they depend on each other: all are
/// provisioned, then all are validated, then all run. Each is stopped and cleaned up in exactly the reverse order, also
/// where a later one failed on the way. No two of these calls on the same module overlap, but for ``run(_:)``, which
/// may still go on when the task of another module fails.
///
/// A module mostly is an actor: what it acquires while provisioning is its state, which cleaning up gives back.
package protocol WoofModule: Sendable {
  /// The module's section of the configuration. The key `enabled` is the registry's.
  associatedtype Settings: ConfigurationSection

  /// The name in configuration, logs and errors: lower-case words with dots between them, as `storage.sqlite`.
  static var id: ModuleID { get }

  /// The purpose of the module in one sentence, for the configuration's documentation.
  static var summary: String { get }

  /// `true` if the module runs unless the configuration disables it; the default is `true`.
  static var isEnabledByDefault: Bool { get }

  /// Makes the module without any effect outside of it: no file, thread or socket is opened yet.
  init(settings: Settings)

  /// Acquires what the module needs, and provides to others what they need of it.
  ///
  /// Everything from modules before this one is there already. Where it throws, ``cleanUp()`` is called all the same.
  /// When the service is told to stop meanwhile, the task is cancelled.
  ///
  /// - Throws: An error that keeps the module from working; the service does not start then.
  func provision(_ scope: ModuleScope) async throws

  /// Checks the module in its surroundings, when all modules are provisioned and none runs; by default it is content.
  ///
  /// - Throws: An error that says what is wrong; the service does not start then.
  func validate(_ scope: ModuleScope) async throws

  /// Does the module's work in the background, until its task is cancelled; by default there is none.
  ///
  /// It may return early when there is nothing left to do. After cancellation it ends what it has begun, within a
  /// deadline of its own, and returns or throws `CancellationError`; only then is the module cleaned up.
  ///
  /// - Throws: An error that keeps the module from going on; the whole service stops then.
  func run(_ scope: ModuleScope) async throws

  /// Gives back what ``provision(_:)`` acquired, all of it or the part it came to; by default there is nothing.
  ///
  /// - Throws: An error that names what could not be given back; cleaning up goes on with the module before.
  func cleanUp() async throws
}

extension WoofModule {
  /// `true`.
  package static var isEnabledByDefault: Bool { true }
  /// Finds nothing wrong.
  package func validate(_ scope: ModuleScope) async throws {}
  /// Does nothing.
  package func run(_ scope: ModuleScope) async throws {}
  /// Does nothing.
  package func cleanUp() async throws {}
}

/// The name of a module, as `storage.sqlite`.
package struct ModuleID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The text of the name.
  package let rawValue: String

  /// Makes a name of any text; the registry refuses one that is not of the right form.
  package init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a name of a literal.
  package init(stringLiteral value: String) { self.init(rawValue: value) }

  /// The text of the name.
  package var description: String { rawValue }

  /// `true` if the name consists of lower-case words of ASCII letters and digits with dots between them.
  var isWellFormed: Bool {
    rawValue.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { word in
      word.first.map { ("a"..."z").contains($0) } ?? false
        && word.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) }
    }
  }
}
