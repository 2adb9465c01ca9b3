// SPDX-License-Identifier: Apache-2.0

package import WoofConfiguration

/// The modules that are compiled in, in the order in which they depend on each other. It is built once and never changes.
package struct ModuleRegistry: Sendable {
  private let types: [any WoofModule.Type]

  /// Registers modules; one may need only what those before it provide.
  ///
  /// - Throws: ``ModuleError`` where an id is not well formed, or is there twice.
  package init(_ types: [any WoofModule.Type]) throws(ModuleError) {
    var ids: Set<ModuleID> = []
    for type in types {
      guard type.id.isWellFormed else {
        throw ModuleError(.invalidID, module: type.id, "an id is made of lower-case words with dots between them")
      }
      guard ids.insert(type.id).inserted else {
        throw ModuleError(.duplicateID, module: type.id, "\(type) has the id of another module")
      }
    }
    self.types = types
  }

  /// Reads a section that holds a section for each module, and makes the modules that are enabled, in their order.
  ///
  /// The sections of disabled modules are read too, so that their documentation is there and their mistakes show. The
  /// reader reports a section of an unknown id with the nearest known one.
  package func read(from reader: inout ConfigurationReader) -> [any WoofModule] {
    types.compactMap { Self.read($0, from: &reader) }
  }

  private static func read<Module: WoofModule>(
    _ type: Module.Type, from reader: inout ConfigurationReader
  ) -> (any WoofModule)? {
    reader.section(type.id.rawValue, type.summary) { reader in
      let isEnabled = reader.value(
        "enabled", .boolean, default: type.isEnabledByDefault, "Whether the module runs.")
      let settings = Module.Settings(from: &reader)
      return isEnabled ? Module(settings: settings) : nil
    }
  }
}
