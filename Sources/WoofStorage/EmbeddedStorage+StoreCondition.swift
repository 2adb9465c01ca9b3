public import WoofCore

extension EmbeddedStorage: StoreCondition {
  /// That the database is damaged, once any connection has met it; until the store is opened again.
  public var obstacle: String? {
    records.writer.port.state.isDamaged ? "The records are damaged; they have to be repaired, or restored." : nil
  }

  /// Nothing.
  public var impairment: String? { nil }
}
