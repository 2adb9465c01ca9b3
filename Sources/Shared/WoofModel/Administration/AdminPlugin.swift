/// A plugin that was found, as administrators see it.
public struct AdminPlugin: Codable, Hashable, Sendable {
  /// How a plugin stands.
  public enum State: String, Codable, Sendable, CaseIterable {
    /// It is in the chain, and has a worker.
    case running
    /// It is in the chain, and has no worker at the moment.
    case idle
    /// It was found, and the configuration does not name it.
    case unused
    /// An administrator has disabled it.
    case disabled
    /// It failed too often; it is tried again by itself.
    case backingOff = "backing-off"
    /// It must not be loaded; ``AdminPlugin/problem`` says why.
    case refused
  }

  /// The name.
  public var name: String
  /// The version; absent where the manifest could not be read.
  public var version: String?
  /// Where it lies.
  public var folder: String
  /// How it stands.
  public var state: State
  /// Its place in the chain, from 1; absent where it is not in it.
  public var position: Int?
  /// How many workers run.
  public var workerCount: Int
  /// How many jobs it has done.
  public var jobCount: Int
  /// How many attempts at jobs failed.
  public var failureCount: Int
  /// Why it is not used, where it should be.
  public var problem: String?

  /// Makes a description.
  public init(
    name: String, version: String?, folder: String, state: State, position: Int? = nil, workerCount: Int = 0,
    jobCount: Int = 0, failureCount: Int = 0, problem: String? = nil
  ) {
    self.name = name
    self.version = version
    self.folder = folder
    self.state = state
    self.position = position
    self.workerCount = workerCount
    self.jobCount = jobCount
    self.failureCount = failureCount
    self.problem = problem
  }
}
