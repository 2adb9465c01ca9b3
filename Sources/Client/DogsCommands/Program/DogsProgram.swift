// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Synchronization
import WoofClient
package import WoofCommandLine
import WoofModel
import WoofTerminal

/// The command-line program `dogs`.
package enum DogsProgram: CommandLineProgram {
  /// The time that the command has to clean up after it is asked to end; then the process ends at once.
  private static let grace = DispatchTimeInterval.seconds(3)

  /// Reads the arguments and does what they ask for.
  ///
  /// When it is asked to end (^C, `SIGTERM`, `SIGHUP`), what is under way is cancelled and cleaned up; the second time, or
  /// when that takes too long, the process ends at once. The terminal is left as it was, and no file half-written, either
  /// way.
  package static func run() async -> ExitCode {
    let signal = Mutex<Int32?>(nil)
    let work = Task { await interface.run() }
    @Sendable func end(by number: Int32) -> Never {
      restoreTerminal()
      PartialFiles.removeAll()
      _exit(128 + number)
    }
    TerminalSignals.shared.onInterruption { number in
      let isFirst = signal.withLock { signal in
        defer { signal = number }
        return signal == nil
      }
      guard isFirst else { end(by: number) }
      work.cancel()
      DispatchQueue.global().asyncAfter(deadline: .now() + grace) { end(by: number) }
    }
    let code = await work.value
    // Somebody may still be asked for a password that nobody waits for any more.
    restoreTerminal()
    guard code == .interrupted, let number = signal.withLock({ $0 }) else { return code }
    return ExitCode(rawValue: 128 + number)
  }

  /// Leaves the terminal as it was; what others have changed of it stays.
  private static func restoreTerminal() {
    FullScreen.leave()
    TerminalChanges.undoAll()
  }
}

extension DogsProgram {
  /// The commands of `dogs`.
  package static let interface = CommandLineInterface(
    name: "dogs", version: WoofVersion.current, summary: "The photos of a Woof service, on a terminal.",
    commands: [
      .command(ListCommand.self), .command(SearchCommand.self), .command(TimelineCommand.self),
      .command(DuplicatesCommand.self), .command(ShowCommand.self),
      .command(FetchCommand.self),
      .command(DownloadCommand.self), .command(ArchiveCommand.self), .command(UploadCommand.self), tickets,
      .command(EditCommand.self),
      .command(DeleteCommand.self), .command(RestoreCommand.self), .command(TrashCommand.self),
      .command(FavouriteCommand.self),
      .command(UnfavouriteCommand.self), .command(FavouritesCommand.self), .command(AlbumsCommand.self), albums, links,
      .command(WatchCommand.self),
      .command(SyncCommand.self), .command(PendingCommand.self),
      .command(PinCommand.self), .command(UnpinCommand.self), .command(PinnedCommand.self),
      .command(LoginCommand.self), .command(LogoutCommand.self), .command(AccountCommand.self),
      .command(PasswordCommand.self), .command(SignUpCommand.self), appPasswords, sessions, invitations,
      .command(CompletionsCommand<DogsProgram>.self),
      .command(ManualCommand<DogsProgram>.self),
    ],
    commonOptions: { _ = ServiceOptions(from: &$0) }, notes: notes, jsonError: { FailureReport($0).json })

  private static let tickets = CommandNode.group(
    name: "ticket", summary: "Makes, lists and revokes tickets for uploads without a password.",
    [.command(TicketCreateCommand.self), .command(TicketListCommand.self), .command(TicketRevokeCommand.self)])

  private static let appPasswords = CommandNode.group(
    name: "app-password", summary: "Makes, lists and revokes passwords for apps and devices.",
    [
      .command(AppPasswordCreateCommand.self), .command(AppPasswordListCommand.self),
      .command(AppPasswordRevokeCommand.self),
    ])

  private static let sessions = CommandNode.group(
    name: "session", summary: "Lists the browsers in which you are signed in, and signs them out.",
    [.command(SessionListCommand.self), .command(SessionEndCommand.self)])

  private static let invitations = CommandNode.group(
    name: "invite", summary: "Makes, lists and revokes invitations to sign up.",
    [.command(InviteCreateCommand.self), .command(InviteListCommand.self), .command(InviteRevokeCommand.self)])

  private static let albums = CommandNode.group(
    name: "album", summary: "Makes, shows, fills, changes and deletes albums.",
    [
      .command(AlbumCreateCommand.self), .command(AlbumShowCommand.self), .command(AlbumAddCommand.self),
      .command(AlbumRemoveCommand.self), .command(AlbumEditCommand.self), .command(AlbumDeleteCommand.self),
      .group(
        name: "contributors", summary: "Says who else adds to an album.",
        [.command(AlbumContributorAddCommand.self), .command(AlbumContributorRemoveCommand.self)]),
    ])

  private static let links = CommandNode.group(
    name: "link", summary: "Makes, lists, changes and revokes links that show albums and photos to whoever has them.",
    [
      .command(LinkCreateCommand.self), .command(LinkListCommand.self), .command(LinkEditCommand.self),
      .command(LinkRevokeCommand.self), .command(LinkLikesCommand.self),
    ])

  private static let notes = [
    ManualNote(
      "ENVIRONMENT",
      terms: [
        ("DOGS_URL", "The address of the service, where --url is not given."),
        (
          "DOGS_USER, DOGS_PASSWORD",
          "Who signs in. With both, every request is signed in and nobody is asked; with the name alone, for the password."
        ),
        ("DOGS_CREDENTIALS", "The file that login writes, where --credentials is not given."),
        ("DOGS_REPLICA", "The folder of the replica, where --replica is not given."),
        ("DOGS_OFFLINE", "1 for commands to use the replica as with --offline; sync asks the service all the same."),
        ("NO_COLOR, COLORTERM, TERM, TERM_PROGRAM", "What the terminal can show."),
      ]),
    ManualNote(
      "FILES",
      terms: [
        (
          "$XDG_CONFIG_HOME/dogs/credentials.json, ~/.config/dogs/credentials.json",
          "Names and passwords by service, written by login with mode 0600. One that others may read is refused."
        ),
        (
          "$XDG_DATA_HOME/dogs/replicas, ~/.local/share/dogs/replicas",
          "The replicas of sync, a folder for each service and account."
        ),
      ]),
    ManualNote(
      "EXIT STATUS",
      terms: [
        ("0", "What was asked for is done."), ("1", "It was refused or failed; the message says what to do."),
        ("2", "The command line was wrong."), ("77", "Nobody signed in, or with a wrong name or password."),
        ("130", "It was interrupted by ^C."),
      ]),
    ManualNote("SEE ALSO", "woof(1)"),
  ]
}
