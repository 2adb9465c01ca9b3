// SPDX-License-Identifier: Apache-2.0

extension Record {
  /// A recorded sequence of outputs, followed by a completion value.
  public struct Recording {
    /// The kind of values that are recorded.
    public typealias Input = Output

    /// The output which is sent to a subscriber.
    public private(set) var output: [Output]

    /// The completion which is sent to a subscriber; finished unless another has been recorded.
    public private(set) var completion: Subscribers.Completion<Failure>

    private var isComplete: Bool

    /// Makes a recording in a state ready to receive output.
    public init() {
      output = []
      completion = .finished
      isComplete = false
    }

    /// Makes a complete recording with the specified output and completion.
    public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
      self.output = output
      self.completion = completion
      isComplete = true
    }

    /// Adds an output to the recording.
    ///
    /// Adding output after a completion is an error of the program and traps.
    public mutating func receive(_ input: Input) {
      precondition(!isComplete, "output is recorded after the completion")
      output.append(input)
    }

    /// Adds a completion to the recording.
    ///
    /// Adding more than one is an error of the program and traps.
    public mutating func receive(completion: Subscribers.Completion<Failure>) {
      precondition(!isComplete, "more than one completion is recorded")
      self.completion = completion
      isComplete = true
    }
  }
}

extension Record.Recording {
  private enum CodingKeys: String, CodingKey {
    case output
    case completion
  }
}

extension Record.Recording: Encodable where Output: Encodable, Failure: Encodable {
  /// Encodes the output and the completion.
  ///
  /// - Throws: Any error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(output, forKey: .output)
    try container.encode(completion, forKey: .completion)
  }

  /// Encodes the output and the completion.
  ///
  /// - Throws: Any error of the encoder.
  public func encode(into encoder: any Encoder) throws {
    try encode(to: encoder)
  }
}

extension Record.Recording: Decodable where Output: Decodable, Failure: Decodable {
  /// Decodes a complete recording.
  ///
  /// - Throws: The error of the decoder where there is none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      output: try container.decode([Output].self, forKey: .output),
      completion: try container.decode(Subscribers.Completion<Failure>.self, forKey: .completion))
  }
}
