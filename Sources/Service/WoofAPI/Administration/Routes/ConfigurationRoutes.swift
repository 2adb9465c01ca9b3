// SPDX-License-Identifier: Apache-2.0

internal import WoofAdministration
internal import WoofHTTP
internal import WoofModel

/// The routes of the configuration: reading it, and changing what may be changed.
struct ConfigurationRoutes: Sendable {
  let configuration: (any ConfigurationAdministration)?

  var routes: [AdministrationRoute] {
    [
      AdministrationRoute(.get, "/admin/v1/configuration") { _ in
        try Self.response(try await found().configuration())
      },
      AdministrationRoute(.patch, "/admin/v1/configuration", changing: "configuration.change", change),
    ]
  }

  private func change(_ context: AdministrationContext) async throws -> AdministrationChange {
    let configuration = try found()
    let version = try Self.version(context.request)
    let values = try await JSONBody.object(of: context.request, mediaTypes: JSONBody.patchTypes)
    guard !values.isEmpty else { throw WoofError(.invalidRequest, "Say what is to be changed.") }
    let plan = try await configuration.plan(values, of: version)
    return AdministrationChange(subject: values.keys.sorted().joined(separator: " "), details: values) {
      plan
    } perform: {
      try Self.response(try await configuration.change(values, of: version))
    }
  }

  private func found() throws(WoofError) -> any ConfigurationAdministration {
    guard let configuration else {
      throw WoofError(.notImplemented, "Whoever started this service keeps its configuration to itself.")
    }
    return configuration
  }

  private static func version(_ request: HTTPRequest) throws(WoofError) -> Int64 {
    guard let text = request.fields[.ifMatch] else {
      throw WoofError(
        .preconditionFailed, "Say in If-Match which version of the configuration the change was made of, as \"7\".")
    }
    guard text.hasPrefix("\""), text.hasSuffix("\""), let version = Int64(text.dropFirst().dropLast()) else {
      throw WoofError(.preconditionFailed, "If-Match names no version of the configuration; one is written as \"7\".")
    }
    return version
  }

  private static func response(_ configuration: AdminConfiguration) throws -> HTTPResponse {
    var response = try AdministrationResponse.json(200, configuration)
    response.fields.append(.eTag, "\"\(configuration.version)\"")
    return response
  }
}
