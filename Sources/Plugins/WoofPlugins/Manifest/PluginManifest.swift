// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
package import WoofModel

/// The description that a plugin gives of itself, in `<library>.json` beside its library.
package struct PluginManifest: Hashable, Sendable {
  /// The use of processes: one for each job, or one for many.
  package enum Isolation: String, Hashable, Sendable {
    /// Every job has a process of its own, so that no picture meets what another one left behind.
    case perJob
    /// A process does many jobs, one after another; for plugins in memory-safe languages that keep nothing.
    case reuse
  }

  /// The name: lower-case letters, digits and hyphens.
  package var name: String
  /// The version: letters, digits, dots, hyphens and plus signs.
  package var version: String
  /// The file name of the library, which lies in the manifest's folder.
  package var library: String
  /// The digest of the library.
  package var digest: Digest
  /// The formats it takes.
  package var accepts: Set<ImageType>
  /// The formats of the images it derives.
  package var emits: Set<ImageType>
  /// The formats of the moving images it derives from animations.
  package var emitsMoving: Set<ImageType>
  /// The schema of a step's parameters.
  package var parameters: ParameterSchema
  /// The configuration with which it is prepared, a JSON object.
  package var configuration: JSONValue
  /// The limits of its jobs, before the operator's.
  package var limits: PluginLimits
  /// The use of processes by its jobs.
  package var isolation: Isolation
  /// Absolute paths that it may read while it is loaded, besides the system's libraries.
  package var readable: [String]

  /// The interface that plugins are written against.
  package static let interfaceVersion = 1

  /// Returns `true` if an image is of a format that the plugin makes: moving, if the image moves.
  func makes(_ variant: VariantSpecification) -> Bool {
    (variant.motion == nil ? emits : emitsMoving).contains(variant.type)
  }

  /// Name and version, as in `vips/1.0.0`.
  package var fullName: String { "\(name)/\(version)" }
}
