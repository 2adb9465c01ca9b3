/// Long work that goes on in the service, whoever asked for it and whether they still look.
public struct AdminJob: Codable, Hashable, Sendable {
  /// How a job stands.
  public enum State: String, Codable, Sendable, CaseIterable {
    /// It goes on.
    case running
    /// It was asked to stop, and has not yet.
    case stopping
    /// It did what it was asked for.
    case done
    /// It could not; ``AdminJob/problem`` says why.
    case failed
    /// It was stopped.
    case cancelled

    /// Whether nothing happens any more.
    public var isFinal: Bool { self == .done || self == .failed || self == .cancelled }
  }

  /// How far a job has come.
  public struct Progress: Codable, Hashable, Sendable {
    /// What is being done, in a few words.
    public var step: String
    /// How much of it is done.
    public var done: Int64
    /// How much there is to do; 0 where that is not known.
    public var total: Int64
    /// What is counted.
    public var unit: Unit

    /// What progress counts.
    public enum Unit: String, Codable, Sendable, CaseIterable {
      /// Bytes.
      case bytes
      /// Photos.
      case photos
      /// Anything else.
      case items
    }

    /// Makes a report.
    public init(step: String, done: Int64 = 0, total: Int64 = 0, unit: Unit = .items) {
      self.step = step
      self.done = done
      self.total = total
      self.unit = unit
    }
  }

  /// The number, from 1 for the first job since the service started.
  public var id: Int
  /// What is done.
  public var request: AdminJobRequest
  /// Who asked for it.
  public var startedBy: String
  /// How it stands.
  public var state: State
  /// How far it has come.
  public var progress: Progress
  /// When it began.
  public var startedAt: Timestamp
  /// When it ended; absent until then.
  public var endedAt: Timestamp?
  /// What came of it; absent until it is done.
  public var result: JSONValue?
  /// The problem that it found, although it did what it was asked for; `nil` if it found none.
  public var finding: Finding?
  /// Why it failed; absent where it did not.
  public var problem: String?

  /// Makes a job.
  public init(
    id: Int, request: AdminJobRequest, startedBy: String, state: State, progress: Progress, startedAt: Timestamp,
    endedAt: Timestamp? = nil, result: JSONValue? = nil, finding: Finding? = nil, problem: String? = nil
  ) {
    self.id = id
    self.request = request
    self.startedBy = startedBy
    self.state = state
    self.progress = progress
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.result = result
    self.finding = finding
    self.problem = problem
  }
}
