// SPDX-License-Identifier: Apache-2.0

/// The backend of a harness, behind its front.
public enum HarnessBackend: Hashable, Sendable {
  /// A service of the harness's own, in this process.
  case service
  /// A service that runs elsewhere, without encryption: what passes can be recorded.
  case address(host: String, port: Int)
  /// Nothing: responses come from a recording, and from rules.
  case recording(Recording)
}

extension HarnessBackend {
  /// The recording that is replayed; an empty one if there is a service.
  var recording: Recording {
    if case .recording(let recording) = self { recording } else { Recording([]) }
  }
}

extension WoofHarness {
  /// The requests and responses so far, to be replayed later. Requests that are under way, broke off, or whose bodies
  /// the journal did not keep whole are left out.
  public var recording: Recording { Recording(journal.exchanges) }
}
