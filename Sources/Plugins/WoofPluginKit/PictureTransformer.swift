/// What a plugin does with pictures: the one type that its author writes.
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
/// It lives in a worker process, where one thread calls it. What it needs from outside, such as a library or its data, it
/// loads in its initialiser; afterwards no file can be opened. Nothing may be kept of one picture for the next.
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

  /// Looks at one picture and makes of it what the job asks for. Returning accepts the picture.
  ///
  /// - Parameters:
  ///   - picture: The whole file.
  ///   - job: What is known of the picture, and what is asked for.
  ///   - host: What takes annotations, images and log lines; it is gone when this returns.
  /// - Throws: ``TransformerError/refusal(_:offset:)`` of a picture that is not sound, and
  ///   ``TransformerError/failure(_:)`` where the picture may be innocent.
  func process(_ picture: RawSpan, job: PluginJob, host: borrowing PluginHost) throws(TransformerError)
}
