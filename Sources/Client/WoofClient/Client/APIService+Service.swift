// SPDX-License-Identifier: Apache-2.0

extension APIService {
  /// Asks whether the service is alive: returns if it is.
  ///
  /// - Throws: ``WoofError``, as with `serviceUnreachable`; `CancellationError` when the task is cancelled.
  public func checkHealth() async throws { try await response(to: HealthRequest()) }

  /// Asks whether the service takes requests: returns if it does.
  ///
  /// - Throws: ``WoofError``, as with `unavailable` while it starts or drains; `CancellationError` when the task is
  ///   cancelled.
  public func checkReadiness() async throws { try await response(to: ReadinessRequest()) }

  /// The limits that the service sets on the size of an upload.
  ///
  /// - Throws: ``WoofError``; `CancellationError` when the task is cancelled.
  public func uploadLimits() async throws -> UploadLimits { try await response(to: UploadLimitsRequest()) }

  /// Figures of the service, in the text format of Prometheus.
  ///
  /// - Throws: ``WoofError``; `CancellationError` when the task is cancelled.
  public func metrics() async throws -> String { try await response(to: MetricsRequest()) }

  /// The wire contract, as OpenAPI in YAML.
  ///
  /// - Throws: ``WoofError``; `CancellationError` when the task is cancelled.
  public func contract() async throws -> String { try await response(to: ContractRequest()) }
}
