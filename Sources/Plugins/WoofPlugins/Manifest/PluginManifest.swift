// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
public import WoofModel

/// The description that a plugin gives of itself, in `<library>.json` beside its library.
public struct PluginManifest: Hashable, Sendable {
  /// The use of processes: one for each job, or one for many.
  public enum Isolation: String, Hashable, Sendable {
    /// Every job has a process of its own, so that no picture meets what another one left behind.
    case perJob
    /// A process does many jobs, one after another; for plugins in memory-safe languages that keep nothing.
    case reuse
  }

  /// The name: lower-case letters, digits and hyphens.
  public var name: String
  /// The version: letters, digits, dots, hyphens and plus signs.
  public var version: String
  /// The file name of the library, which lies in the manifest's folder.
  public var library: String
  /// The digest of the library.
  public var digest: Digest
  /// The formats it takes.
  public var accepts: Set<ImageType>
  /// The formats of the images it derives.
  public var emits: Set<ImageType>
  /// The formats of the moving images it derives from animations.
  public var emitsMoving: Set<ImageType>
  /// The schema of a step's parameters.
  public var parameters: ParameterSchema
  /// The configuration with which it is prepared, a JSON object.
  public var configuration: JSONValue
  /// The limits of its jobs, before the operator's.
  public var limits: PluginLimits
  /// The use of processes by its jobs.
  public var isolation: Isolation
  /// Absolute paths that it may read while it is loaded, besides the system's libraries.
  public var readable: [String]

  /// The interface that plugins are written against.
  public static let interfaceVersion = 1

  /// Returns `true` if an image is of a format that the plugin makes: moving, if the image moves.
  func makes(_ variant: VariantSpecification) -> Bool {
    (variant.motion == nil ? emits : emitsMoving).contains(variant.type)
  }

  /// Name and version, as in `vips/1.0.0`.
  public var fullName: String { "\(name)/\(version)" }
}
