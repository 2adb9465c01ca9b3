// SPDX-License-Identifier: Apache-2.0

/// `GET /v1/service`: the version, the limits and the rules of the service.
public struct ServiceDescriptionRequest: APIRequest, Hashable {
  /// Reads the description.
  public typealias Response = ServiceDescription

  /// Makes the request.
  public init() {}

  /// `/v1/service`.
  public var path: String { "/v1/service" }
}

/// `GET /healthz`: whether the service is alive.
public struct HealthRequest: APIRequest, Hashable {
  /// There is nothing to read.
  public typealias Response = Void

  /// Makes the request.
  public init() {}

  /// `/healthz`.
  public var path: String { "/healthz" }
}

/// `GET /readyz`: whether the service takes requests; it does not while it starts or drains.
public struct ReadinessRequest: APIRequest, Hashable {
  /// There is nothing to read.
  public typealias Response = Void

  /// Makes the request.
  public init() {}

  /// `/readyz`.
  public var path: String { "/readyz" }
}

/// `OPTIONS /v1/photos`: what an upload may take.
public struct UploadLimitsRequest: APIRequest, Hashable {
  /// Makes the request.
  public init() {}

  /// `OPTIONS`.
  public var method: HTTPMethod { .options }
  /// `/v1/photos`.
  public var path: String { "/v1/photos" }

  /// Reads the limits; a service that tells none has none that are known.
  public func response(from response: APIResponse) -> UploadLimits { UploadLimits(in: response[field: "Upload-Limit"]) }
}

/// `GET /metrics`: figures of the service, in the text format of Prometheus, for accounts that are administrators.
public struct MetricsRequest: APIRequest, Hashable {
  /// Makes the request.
  public init() {}

  /// `/metrics`.
  public var path: String { "/metrics" }

  /// Reads the text.
  public func response(from response: APIResponse) -> String { response.text }
}

/// `GET /openapi.yaml`: the wire contract, for machines.
public struct ContractRequest: APIRequest, Hashable {
  /// Makes the request.
  public init() {}

  /// `/openapi.yaml`.
  public var path: String { "/openapi.yaml" }

  /// Reads the text.
  public func response(from response: APIResponse) -> String { response.text }
}
