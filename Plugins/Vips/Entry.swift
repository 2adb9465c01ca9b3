// SPDX-License-Identifier: Apache-2.0

public import WoofPluginKit

/// The one symbol that the worker looks for.
@c(woof_plugin_entry)
public func entry(abi: UInt32) -> UnsafePointer<woof_plugin>? { PluginTable.make(for: VipsTransformer.self, abi: abi) }
