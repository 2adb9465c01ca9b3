// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The routes of the process: its status, and its shutdown.
struct ProcessRoutes: Sendable {
  let process: any ServiceProcess
  let configuration: (any ConfigurationAdministration)?

  var routes: [AdministrationRoute] {
    [
      AdministrationRoute(.get, "/admin/v1/status") { _ in
        var status = process.status
        status.configurationVersion = try await configuration?.configuration().version ?? 0
        return try AdministrationResponse.json(200, status)
      },
      AdministrationRoute(.post, "/admin/v1/shutdown", changing: "service.shutdown", isDestructive: true) { _ in
        AdministrationChange {
          AdminPlan(summary: "lets running answers finish, and stops the service", isReversible: false)
        } perform: {
          guard process.stop() else {
            throw WoofError(.notImplemented, "Whoever started this service has to stop it.")
          }
          return HTTPResponse(202)
        }
      },
    ]
  }
}
