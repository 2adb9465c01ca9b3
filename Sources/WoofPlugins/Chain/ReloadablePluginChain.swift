internal import Synchronization
public import WoofCore
public import WoofModel

/// A chain that can be replaced while it is used: the new one is built and started, then it takes the old one's place,
/// and the old one ends when its last job is done. Where the new one cannot be started the old one stays.
public final class ReloadablePluginChain: PictureTransforming {
  private let current: Mutex<PluginChain>

  /// Makes a chain that begins with one that has been started.
  public init(_ chain: PluginChain) { current = Mutex(chain) }

  /// Puts a chain into the place of the one there is, which is ended when this returns.
  ///
  /// - Throws: ``PluginError`` where the new chain cannot be started; nothing has changed then.
  public func replace(with chain: PluginChain) async throws(PluginError) {
    try await chain.start()
    let old = current.withLock { current in
      defer { current = chain }
      return current
    }
    await old.drain()
  }

  /// Ends the chain there is.
  public func drain() async { await current.withLock(\.self).drain() }

  /// Names and versions in order, as in `vips/1.0.0`.
  public var names: [String] { current.withLock(\.self).names }

  /// Whether a step takes pictures of a type.
  public func accepts(_ type: ImageType) -> Bool { current.withLock(\.self).accepts(type) }

  /// What each plugin has done, and is doing.
  public var counts: [(plugin: String, counts: PluginCounts)] { current.withLock(\.self).counts }

  /// Lets the plugins that take a picture see it one after another.
  public func transform(_ picture: Picture, for request: PictureRequest) async -> PictureOutcome {
    let chain = current.withLock { chain in
      chain.enter()
      return chain
    }
    defer { chain.leave() }
    return await chain.transform(picture, for: request)
  }
}
