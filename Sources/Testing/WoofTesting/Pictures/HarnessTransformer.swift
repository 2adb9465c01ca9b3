// SPDX-License-Identifier: Apache-2.0

/// The transformer of a harness's service, which looks at the pixels of photos and derives images from them.
public enum HarnessTransformer: String, Hashable, Sendable, Codable, CaseIterable {
  /// Nothing, as where no plugin is installed: photos have no placeholder and no variants but the shareable one.
  case none
  /// A stand-in for plugins, in this process: it decodes nothing, and draws every variant in one colour that follows from
  /// the photo's bytes. It is the same on every machine and takes no time.
  case drawn
  /// The plugins that the service's settings name, or those that are installed, in sandboxed workers.
  case installed
}
