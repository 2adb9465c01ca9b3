// SPDX-License-Identifier: Apache-2.0

/// The table of functions that a plugin gives to its worker.
public enum PluginTable {
  /// Makes the table of a transformer; a plugin has one, and its entry calls this once.
  ///
  /// - Parameters:
  ///   - transformer: The type of the transformer.
  ///   - abi: The version of the interface that the worker asked for.
  /// - Returns: A table that stays valid for ever, or `nil` of an ABI that this kit does not know.
  public static func make(
    for transformer: any PictureTransformer.Type, abi: UInt32
  ) -> UnsafePointer<woof_plugin>? {
    guard abi == UInt32(WOOF_PLUGIN_ABI) else { return nil }
    Instance.transformer = transformer
    let table = UnsafeMutablePointer<woof_plugin>.allocate(capacity: 1)
    table.initialize(
      to: woof_plugin(
        abi: abi, size: UInt32(MemoryLayout<woof_plugin>.size), name: span(transformer.name),
        version: span(transformer.version), create: Instance.create, process: Instance.process,
        destroy: Instance.destroy))
    return UnsafePointer(table)
  }

  private static func span(_ text: StaticString) -> woof_plugin_span {
    woof_plugin_span(bytes: text.utf8Start, count: text.utf8CodeUnitCount)
  }
}
