// SPDX-License-Identifier: Apache-2.0

/// The functions that the worker lends to a plugin for the duration of a call; a plugin cannot keep them.
public struct PluginHost: ~Copyable {
  /// The worker's table, which is valid during the call it came with.
  let functions: UnsafePointer<woof_plugin_host>

  /// Takes the worker's table; `nil` of a worker that is older than the header this was compiled with.
  init?(_ functions: UnsafePointer<woof_plugin_host>?) {
    guard let functions, functions.pointee.size >= MemoryLayout<woof_plugin_host>.size else { return nil }
    self.functions = functions
  }

  /// Writes a line to the service's log; at most 500 bytes of it and 20 lines a picture are kept.
  public func log(_ line: String) { line.withSpan { functions.pointee.log?(functions.pointee.context, $0) } }

  /// Adds an annotation to the picture.
  ///
  /// Known names: `placeholder` (a ThumbHash in base64), `averageColour` (`"#rrggbb"`), `perceptualHash` (16 hexadecimal
  /// digits). Others are kept under the plugin's name.
  public func annotate(_ name: String, with value: JSON) {
    name.withSpan { name in
      value.description.withSpan { functions.pointee.annotate?(functions.pointee.context, name, $0) }
    }
  }

  /// Reports the reason for which the picture is not accepted, and returns the status for the worker.
  func report(_ error: TransformerError) -> woof_plugin_status {
    switch error {
    case .refusal(let reason, let offset):
      reason.withSpan {
        functions.pointee.refuse?(functions.pointee.context, $0, offset.flatMap(Int64.init(exactly:)) ?? -1)
      }
      return WOOF_PLUGIN_REFUSED
    case .failure(let detail):
      log(detail)
      return WOOF_PLUGIN_FAILED
    }
  }
}
