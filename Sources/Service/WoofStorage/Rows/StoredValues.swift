// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import WoofCore
internal import WoofCryptography
internal import WoofModel
public import WoofSQLite

// How the values of the kernel stand in columns.

extension AccountID: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { rawValue.bind(to: statement, at: index) }

  static func read(from statement: OpaquePointer, at column: Int32) -> AccountID? {
    Int64.read(from: statement, at: column).map { AccountID(rawValue: $0) }
  }
}

extension NullableValue {
  init(_ value: AccountID?) { self.init(value?.rawValue) }
}

extension AccountName: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { text.bind(to: statement, at: index) }

  static func read(from statement: OpaquePointer, at column: Int32) -> AccountName? {
    String.read(from: statement, at: column).flatMap { AccountName($0) }
  }
}

extension PasswordHash: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { description.bind(to: statement, at: index) }

  static func read(from statement: OpaquePointer, at column: Int32) -> PasswordHash? {
    String.read(from: statement, at: column).flatMap { PasswordHash($0) }
  }
}

/// Annotations as the JSON that the database keeps, rendered before a transaction begins.
struct RenderedAnnotations: Sendable {
  fileprivate let text: String

  init(_ annotations: PhotoAnnotations) {
    var writer = JSONWriter()
    annotations.write(to: &writer)
    text = String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Renders the annotations of a photo that is to be added.
  init(of draft: PhotoDraft) {
    var annotations = draft.annotations
    annotations.plugins = draft.derivatives.pluginAnnotations ?? annotations.plugins
    self.init(annotations)
  }
}

extension RenderedAnnotations: SQLiteBindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { text.bind(to: statement, at: index) }
}

extension PhotoAnnotations: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    RenderedAnnotations(self).bind(to: statement, at: index)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> PhotoAnnotations? {
    String.read(from: statement, at: column).flatMap {
      try? JSONDecoder().decode(PhotoAnnotations.self, from: Data($0.utf8))
    }
  }
}
