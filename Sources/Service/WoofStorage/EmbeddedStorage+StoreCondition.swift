// SPDX-License-Identifier: Apache-2.0

public import WoofCore

extension EmbeddedStorage: StoreCondition {
  /// The remedy for a damaged database; `nil` until a connection meets damage, which counts until the store is opened
  /// again.
  public var obstacle: String? {
    records.writer.port.state.isDamaged ? "The records are damaged; they have to be repaired, or restored." : nil
  }

  /// The reason for which uploads are refused: the disk is full and its reserve in use; `nil` while the reserve is whole.
  public var impairment: String? {
    records.reserve.isWhole ? nil : "The disk is full; uploads are refused until there is room."
  }
}
