// SPDX-License-Identifier: Apache-2.0

package import CWoofPlugin
internal import Synchronization

/// A host that calls a plugin in the process of the tests, without any sandbox: for what the plugin itself does.
///
/// It is called from one thread at a time, also by several tests at once: a worker has but one thread for it, and what a
/// plugin uses may count on that.
package final class InProcessHost {
  private static let turn = Mutex(())

  private let table: UnsafePointer<woof_plugin>
  private let instance: UnsafeMutableRawPointer

  /// What a plugin wrote while it was made.
  package let log: [String]

  /// Makes an instance of a plugin.
  ///
  /// - Throws: ``CreationFailure`` where the plugin makes none.
  package init(_ table: UnsafePointer<woof_plugin>?, configuration: String = "{}") throws(CreationFailure) {
    guard let table else { throw CreationFailure(log: ["there is no table"]) }
    let collector = Collector(wanted: [])
    var instance: UnsafeMutableRawPointer?
    let status = collector.withTable { host in
      configuration.withPluginSpan { configuration in
        Self.turn.withLock { _ in table.pointee.create?(host, configuration, &instance) ?? -1 }
      }
    }
    guard status == 0, let instance else { throw CreationFailure(log: collector.outcome.log) }
    self.table = table
    self.instance = instance
    log = collector.outcome.log
  }

  deinit {
    Self.turn.withLock { _ in table.pointee.destroy?(instance) }
  }

  /// Has one picture processed.
  package func process(
    _ picture: [UInt8], as mediaType: String = "image/jpeg", parameters: String = "{}", wanting images: [Wish] = [],
    wantsAnnotations: Bool = false
  ) -> Outcome {
    let collector = Collector(wanted: images)
    let status = Self.turn.withLock { _ in
      run(
        picture, as: mediaType, parameters: parameters, wanting: images, wantsAnnotations: wantsAnnotations, collector)
    }
    collector.outcome.status = status
    return collector.outcome
  }

  private func run(
    _ picture: [UInt8], as mediaType: String, parameters: String, wanting images: [Wish], wantsAnnotations: Bool,
    _ collector: Collector
  ) -> Int32 {
    collector.withTable { host in
      images.withWantedImages { wanted in
        picture.withUnsafeBufferPointer { picture in
          mediaType.withPluginSpan { mediaType in
            parameters.withPluginSpan { parameters in
              var job = woof_plugin_job()
              job.input = woof_plugin_span(bytes: picture.baseAddress, count: picture.count)
              job.media_type = mediaType
              job.parameters = parameters
              job.wanted = wanted.baseAddress
              job.wanted_count = wanted.count
              job.wants_annotations = wantsAnnotations ? 1 : 0
              return table.pointee.process?(instance, &job, host) ?? -1
            }
          }
        }
      }
    }
  }
}

/// Why a plugin made no instance: what it wrote to the log.
package struct CreationFailure: Error {
  /// The lines.
  package let log: [String]
}
