/// How stores stand, for load balancers and operators who ask. Cheap enough to be asked on an event loop.
public protocol StoreCondition: Sendable {
  /// Why the stores cannot be relied on, as a sentence; `nil` where they can.
  var obstacle: String? { get }

  /// What they refuse at present though they serve, as a sentence; `nil` where they refuse nothing.
  var impairment: String? { get }
}
