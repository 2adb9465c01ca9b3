// SPDX-License-Identifier: Apache-2.0

/// A transformer behind the pointer that the worker holds.
final class Instance {
  private let transformer: any PictureTransformer

  private init(_ transformer: any PictureTransformer) { self.transformer = transformer }

  /// The type that `create` makes: a function of C carries no type with it.
  nonisolated(unsafe) static var transformer: (any PictureTransformer.Type)?  // set by the entry, before any thread

  static let create:
    @convention(c) (
      UnsafePointer<woof_plugin_host>?, woof_plugin_span, UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> CInt = { functions, configuration, place in
      guard let type = transformer, let host = PluginHost(functions), let place else { return -1 }
      do throws(TransformerError) {
        let configuration = try JSON(object: configuration, named: "configuration")
        let instance = Instance(try type.init(configuration: configuration, host: host))
        place.pointee = Unmanaged.passRetained(instance).toOpaque()
        return 0
      } catch {
        _ = host.report(error)
        return -1
      }
    }

  static let process:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<woof_plugin_job>?, UnsafePointer<woof_plugin_host>?
    ) -> CInt = { instance, job, functions in
      guard let instance, let job = job?.pointee, let host = PluginHost(functions) else {
        return CInt(WOOF_PLUGIN_FAILED.rawValue)
      }
      // What `create` has retained, and `destroy` has not released.
      let transformer = Unmanaged<Instance>.fromOpaque(instance).takeUnretainedValue().transformer
      do throws(TransformerError) {
        let input = UnsafeRawBufferPointer(start: job.input.bytes, count: job.input.count)
        try transformer.process(input.bytes, job: PluginJob(job, from: host), host: host)
        return CInt(WOOF_PLUGIN_ACCEPTED.rawValue)
      } catch {
        return CInt(host.report(error).rawValue)
      }
    }

  static let destroy: @convention(c) (UnsafeMutableRawPointer?) -> Void = { instance in
    if let instance { Unmanaged<Instance>.fromOpaque(instance).release() }
  }
}
