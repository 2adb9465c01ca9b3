public import WoofCore

extension EmbeddedStorage: StoreCondition {
  /// That the database is damaged, once any connection has met it; until the store is opened again.
  public var obstacle: String? {
    records.writer.port.state.isDamaged ? "The records are damaged; they have to be repaired, or restored." : nil
  }

  /// That uploads are refused, as the disk is full and its reserve is in use, until that is whole again.
  public var impairment: String? {
    records.reserve.isWhole ? nil : "The disk is full; uploads are refused until there is room."
  }
}
