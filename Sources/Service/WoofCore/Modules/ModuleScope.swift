// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A place where modules give each other what they have: the type of the things, and a name.
///
/// Whoever needs the things declares the place, mostly as a static member of this type:
///
/// ```swift
/// extension ExtensionPoint where Value == any BlobStore {
///   static var blobs: Self { Self(name: "blobs") }
/// }
/// ```
package struct ExtensionPoint<Value: Sendable>: Sendable {
  /// The name, for errors.
  package let name: String

  /// Makes a place; those of the same type and name are the same place.
  package init(name: String) { self.name = name }
}

/// The access of one module to what other modules provide, while it lives.
package struct ModuleScope: Sendable {
  private let module: ModuleID
  private let board: Board

  /// Makes what the modules of one service share, as seen by a caller that is no module and goes by the name `owner`.
  init(owner: ModuleID) {
    module = owner
    board = Board()
  }

  private init(module: ModuleID, board: Board) {
    self.module = module
    self.board = board
  }

  /// The same things as another module sees them.
  func scope(for module: ModuleID) -> ModuleScope { ModuleScope(module: module, board: board) }

  /// Gives a thing to the modules that come later.
  package func provide<Value>(_ value: Value, at point: ExtensionPoint<Value>) {
    board.offers.withLock { offers in
      offers[Board.Place(point), default: []].append(Board.Offer(module: module, value: value))
    }
  }

  /// Everything provided at a place, in the order in which it was.
  package func all<Value>(at point: ExtensionPoint<Value>) -> [Value] {
    offers(at: point).compactMap { $0.value as? Value }
  }

  /// The one thing provided at a place.
  ///
  /// - Throws: ``ModuleError`` with the code `nothingProvided` or `providedTwice`, which names who provided it.
  package func one<Value>(at point: ExtensionPoint<Value>) throws(ModuleError) -> Value {
    let offers = offers(at: point)
    guard let value = offers.first?.value as? Value else {
      throw ModuleError(
        .nothingProvided, module: module, "no module provides “\(point.name)”; enable one that does")
    }
    guard offers.count == 1 else {
      let modules = offers.map(\.module.rawValue).joined(separator: " and ")
      throw ModuleError(.providedTwice, module: module, "\(modules) provide “\(point.name)”; disable all but one")
    }
    return value
  }

  private func offers<Value>(at point: ExtensionPoint<Value>) -> [Board.Offer] {
    board.offers.withLock { $0[Board.Place(point)] ?? [] }
  }

  private final class Board: Sendable {
    struct Place: Hashable {
      let name: String
      let type: ObjectIdentifier

      init<Value>(_ point: ExtensionPoint<Value>) {
        name = point.name
        type = ObjectIdentifier(Value.self)
      }
    }

    struct Offer: Sendable {
      let module: ModuleID
      let value: any Sendable
    }

    let offers = Mutex<[Place: [Offer]]>([:])
  }
}
