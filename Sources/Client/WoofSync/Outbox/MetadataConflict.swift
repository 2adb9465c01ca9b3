// SPDX-License-Identifier: Apache-2.0

/// A photo whose caption or visibility was changed on this device and elsewhere.
public struct MetadataConflict: Hashable, Sendable {
  /// The edit that the service did not take, with the values on which it was based.
  public var edit: MetadataEdit
  /// The photo as the service has it now.
  public var current: PhotoMetadata

  /// Makes a conflict.
  public init(edit: MetadataEdit, current: PhotoMetadata) {
    self.edit = edit
    self.current = current
  }

  /// The merge field by field: a field that only this device changed is changed; of a field that both changed, the service's
  /// value is kept.
  ///
  /// A field that already has the value that is wanted needs no change, as after an attempt whose response was lost.
  ///
  /// - Returns: The edit that is left, based on what is there now; empty where nothing is.
  public var merged: MetadataEdit {
    MetadataEdit(
      caption: Self.left(edit.caption, over: captions, current: current.caption),
      visibility: Self.left(edit.visibility, over: visibilities, current: current.visibility),
      base: MetadataEdit.Base(current))
  }

  /// `true` if this device and somebody else gave a field different values.
  public var isReal: Bool {
    Self.differs(edit.caption, over: captions, current: current.caption)
      || Self.differs(edit.visibility, over: visibilities, current: current.visibility)
  }

  /// The captions that are no change of somebody else's: the one that was there, and those that this device may have sent.
  private var captions: [String] { [edit.base.caption] + edit.earlier.compactMap(\.caption) }
  private var visibilities: [Visibility] { [edit.base.visibility] + edit.earlier.compactMap(\.visibility) }

  private static func left<Value: Equatable>(_ wanted: Value?, over known: [Value], current: Value) -> Value? {
    guard let wanted, wanted != current, known.contains(current) else { return nil }
    return wanted
  }

  private static func differs<Value: Equatable>(_ wanted: Value?, over known: [Value], current: Value) -> Bool {
    guard let wanted else { return false }
    return wanted != current && !known.contains(current)
  }
}

/// Decides what becomes of an edit where somebody else has changed the same photo.
public protocol ConflictResolving: Sendable {
  /// Decides.
  ///
  /// - Parameter conflict: The edit, and the photo as it is now. At least one field was changed on both sides to different
  ///   values.
  /// - Returns: The values to be sent; an edit without a caption or visibility keeps what the service has. Its base does not
  ///   count: it is sent for the photo as it is now.
  func resolve(_ conflict: MetadataConflict) async -> MetadataEdit
}

/// Merges field by field, and keeps the service's value where both changed the same field.
public struct MergeByField: ConflictResolving {
  /// Makes the resolver.
  public init() {}

  /// The merge (``MetadataConflict/merged``).
  public func resolve(_ conflict: MetadataConflict) async -> MetadataEdit { conflict.merged }
}

extension ConflictResolving where Self == MergeByField {
  /// Merges field by field, and keeps the service's value where both changed the same field.
  public static var mergeByField: MergeByField { MergeByField() }
}
