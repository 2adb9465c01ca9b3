import WoofPluginKit

/// Refuses pictures whose files are too short, and says how long they are. Make of it what you need.
final class @MODULE@: PictureTransformer {
  static let name: StaticString = "@NAME@"
  static let version: StaticString = "0.1.0"

  init(configuration: JSON, host: borrowing PluginHost) throws(TransformerError) {
    // Load libraries and data here; afterwards no file can be opened.
  }

  func process(_ picture: RawSpan, job: PluginJob, host: borrowing PluginHost) throws(TransformerError) {
    guard picture.byteCount >= Self.leastByteCount(job.parameters) else {
      throw .refusal("the picture's file is too short")
    }
    if job.wantsAnnotations { host.annotate("byteCount", with: .integer(picture.byteCount)) }
  }

  static func leastByteCount(_ parameters: JSON) -> Int { parameters["leastByteCount"]?.integer ?? 20 }
}

@c(woof_plugin_entry)
public func entry(abi: UInt32) -> UnsafePointer<woof_plugin>? { PluginTable.make(for: @MODULE@.self, abi: abi) }
