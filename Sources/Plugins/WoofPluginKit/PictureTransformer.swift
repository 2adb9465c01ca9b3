// SPDX-License-Identifier: Apache-2.0

/// A plugin's work on pictures: the one type that its author writes.
///
/// ```swift
/// final class Reader: PictureTransformer {
///   static let name: StaticString = "reader"
///   static let version: StaticString = "1.0.0"
///
///   init(configuration: JSON, host: borrowing PluginHost) {}
///
///   func process(_ picture: RawSpan, job: PluginJob, host: borrowing PluginHost) throws(TransformerError) {
///     guard picture.byteCount > 100 else { throw .refusal("a picture of so few bytes shows nothing") }
///     host.annotate("size", with: .integer(picture.byteCount))
///   }
/// }
///
/// @c(woof_plugin_entry)
/// public func entry(abi: UInt32) -> UnsafePointer<woof_plugin>? {
///   PluginTable.make(for: Reader.self, abi: abi)
/// }
/// ```
///
/// An instance lives in a worker process, where one thread calls it. It loads what it needs from outside, such as a
/// library or its data, in its initialiser; afterwards no file can be opened. Nothing of one picture may be kept for
/// the next.
public protocol PictureTransformer: AnyObject {
  /// The name of the manifest.
  static var name: StaticString { get }

  /// The version of the manifest.
  static var version: StaticString { get }

  /// Prepares for work, once in a worker's life.
  ///
  /// - Parameters:
  ///   - configuration: The manifest's `configuration`, an object.
  ///   - host: For log lines; it is gone when the initialiser returns.
  /// - Throws: ``TransformerError/failure(_:)`` where it cannot work; the worker ends, and the text is logged.
  init(configuration: JSON, host: borrowing PluginHost) throws(TransformerError)

  /// Processes one picture: checks it, and makes the annotations and images that the job asks for. Returning accepts
  /// the picture.
  ///
  /// - Parameters:
  ///   - picture: The whole file.
  ///   - job: The facts about the picture, and the images that are wanted.
  ///   - host: The receiver of annotations, images and log lines; it is gone when this returns.
  /// - Throws: ``TransformerError/refusal(_:offset:)`` of a picture that is not sound, and
  ///   ``TransformerError/failure(_:)`` where the picture may be innocent.
  func process(_ picture: RawSpan, job: PluginJob, host: borrowing PluginHost) throws(TransformerError)
}
