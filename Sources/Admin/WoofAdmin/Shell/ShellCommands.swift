// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine

/// All commands of the shell: what is parsed, completed, helped with and documented.
enum ShellCommands {
  typealias Node = ContextualCommandNode<ShellContext>

  static let all = CommandSet<ShellContext>(
    summary: "The shell of those who administer a Woof service.",
    commands: [
      .command(StatusCommand.self), .command(StatisticsCommand.self), .command(TopCommand.self), accounts, photos,
      favourites, albums, links, appPasswords, sessions, invitations, tickets, quarantine, plugins,
      .group(name: "events", summary: "Shows what happens.", [.command(EventsTailCommand.self)]),
      .command(ChangesCommand.self),
      .group(name: "log", summary: "Sets what is logged.", [.command(LogLevelCommand.self)]), configuration,
      .command(BackupCommand.self), .command(RestoreCommand.self), .command(CheckCommand.self),
      .command(CollectGarbageCommand.self), jobs, audit, .command(ShutdownCommand.self), .command(PlanCommand.self),
      .command(HelpCommand.self), .command(JSONCommand.self), .command(WatchCommand.self), .command(OutputCommand.self),
      .command(TimingCommand.self), .command(ShortHelpCommand.self), .command(QuitCommand.self),
      .command(QuestionMarkCommand.self), .command(QuitWordCommand.self), .command(ExitCommand.self),
    ])

  private static let accounts = Node.group(
    name: "accounts", summary: "Lists, adds and changes accounts.",
    [
      .command(AccountsListCommand.self), .command(AccountsShowCommand.self), .command(AccountsAddCommand.self),
      .command(AccountsPasswordCommand.self), .command(AccountsDisableCommand.self),
      .command(AccountsEnableCommand.self), .command(AccountsAdminCommand.self), .command(AccountsQuotaCommand.self),
      .command(AccountsDeleteCommand.self),
    ])

  private static let photos = Node.group(
    name: "photos", summary: "Lists, shows and changes photos, private ones too.",
    [
      .command(PhotosListCommand.self), .command(PhotosShowCommand.self), .command(PhotosDeleteCommand.self),
      .command(PhotosEraseCommand.self), .command(PhotosRestoreCommand.self), .command(PhotosMoveCommand.self),
      .command(PhotosVisibilityCommand.self),
      .command(PhotosCaptionCommand.self), .command(PhotosReprocessCommand.self), .command(PhotosOriginalCommand.self),
    ])

  private static let favourites = Node.group(
    name: "favourites", summary: "Shows who likes what.",
    [
      .command(FavouritesListCommand.self), .command(FavouritesOfCommand.self), .command(FavouritesUnsetCommand.self),
    ])

  private static let albums = Node.group(
    name: "albums", summary: "Lists and deletes albums.",
    [.command(AlbumsListCommand.self), .command(AlbumsDeleteCommand.self)])

  private static let links = Node.group(
    name: "links", summary: "Lists and revokes share links.",
    [.command(LinksListCommand.self), .command(LinksRevokeCommand.self)])

  private static let appPasswords = Node.group(
    name: "app-passwords", summary: "Lists and revokes passwords of apps.",
    [.command(AppPasswordsListCommand.self), .command(AppPasswordsRevokeCommand.self)])

  private static let sessions = Node.group(
    name: "sessions", summary: "Lists and ends sign-ins of browsers.",
    [.command(SessionsListCommand.self), .command(SessionsEndCommand.self)])

  private static let invitations = Node.group(
    name: "invitations", summary: "Makes, lists and revokes invitations to sign up.",
    [
      .command(InvitationsCreateCommand.self), .command(InvitationsListCommand.self),
      .command(InvitationsRevokeCommand.self),
    ])

  private static let tickets = Node.group(
    name: "tickets", summary: "Lists and revokes upload tickets.",
    [.command(TicketsListCommand.self), .command(TicketsRevokeCommand.self)])

  private static let quarantine = Node.group(
    name: "quarantine", summary: "Reviews what was set aside.",
    [
      .command(QuarantineListCommand.self), .command(QuarantineShowCommand.self),
      .command(QuarantineExportCommand.self), .command(QuarantineDeleteCommand.self),
    ])

  private static let plugins = Node.group(
    name: "plugins", summary: "Lists and changes plugins.",
    [
      .command(PluginsListCommand.self), .command(PluginsCheckCommand.self), .command(PluginsEnableCommand.self),
      .command(PluginsDisableCommand.self), .command(PluginsReloadCommand.self),
      .group(
        name: "chain", summary: "Shows and changes which plugins a picture passes, in their order.",
        [.command(ChainShowCommand.self), .command(ChainSetCommand.self), .command(ChainEditCommand.self)]),
    ])

  private static let configuration = Node.group(
    name: "configuration", summary: "Shows and changes the configuration.",
    [
      .command(ConfigurationShowCommand.self), .command(ConfigurationDiffCommand.self),
      .command(ConfigurationSetCommand.self), .command(ConfigurationResetCommand.self),
    ])

  private static let jobs = Node.group(
    name: "jobs", summary: "Follows long work that the service does.",
    [
      .command(JobsListCommand.self), .command(JobsShowCommand.self), .command(JobsWatchCommand.self),
      .command(JobsCancelCommand.self),
    ])

  private static let audit = Node.group(
    name: "audit", summary: "Shows what administrators did, and proves it whole.",
    [.command(AuditListCommand.self), .command(AuditVerifyCommand.self)])

  /// Returns `true` if a command is one of the shell's own, which sends the service no request.
  static func isOwn(_ words: [String]) -> Bool {
    guard let word = words.first else { return false }
    return word.hasPrefix("\\") || [QuestionMarkCommand.name, QuitWordCommand.name, ExitCommand.name].contains(word)
  }
}
