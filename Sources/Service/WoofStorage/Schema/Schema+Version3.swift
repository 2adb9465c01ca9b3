extension Schema {
  /// Which photos have the same bytes, whoever owns them.
  static let version3 = """
    CREATE INDEX original_bytes ON original (digest);
    """
}
