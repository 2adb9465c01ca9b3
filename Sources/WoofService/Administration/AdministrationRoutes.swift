internal import WoofCore

/// All routes of the admin API.
struct AdministrationRoutes: Sendable {
  let administration: Administration
  let parts: WoofService.Parts
  let page: MetricsPage

  var routes: [AdministrationRoute] {
    var routes: [AdministrationRoute] = []
    routes += ProcessRoutes(process: administration.process, page: page).routes
    routes += AccountAdministrationRoutes(credentials: parts.credentials, authenticator: parts.authenticator).routes
    routes += AuditRoutes(audit: administration.audit).routes
    return routes
  }
}
