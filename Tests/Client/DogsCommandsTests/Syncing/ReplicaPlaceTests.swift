// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofSync

@testable import DogsCommands
@testable import TestKit
@testable import WoofCommandLine

@Suite struct `The place of a replica` {
  private static func place(_ variables: [String: String], account: String = "ada") -> String {
    var reader = ArgumentReader()
    return ReplicaPlace(ServiceOptions(from: &reader, environment: variables), account: account).folder
  }

  @Test(arguments: [
    (["HOME": "/home/ada"], "/home/ada/.local/share/dogs/replicas/127.0.0.1-9663-ada"),
    (
      ["XDG_DATA_HOME": "/data", "DOGS_URL": "https://Photos.example.org"],
      "/data/dogs/replicas/photos.example.org-443-ada"
    ),
    (
      ["HOME": "/home/ada", "XDG_DATA_HOME": "relative", "DOGS_URL": "http://[::1]:80"],
      "/home/ada/.local/share/dogs/replicas/%3A%3A1-80-ada"
    ),
    (["DOGS_REPLICA": "/x", "DOGS_URL": "https://photos.example.org"], "/x"),
  ])
  func `a service and an account have a folder in the user's data folder`(variables: [String: String], folder: String) {
    #expect(Self.place(variables) == folder)
  }

  @Test func `no name of an account leads elsewhere`() {
    #expect(Self.place(["HOME": "/home/ada"], account: "../x y").hasSuffix("/replicas/127.0.0.1-9663-..%2Fx%20y"))
  }

  @Test func `what a sync notes is read again, and damage is reported`() throws {
    let folder = try TemporaryFolder()
    var reader = ArgumentReader()
    let options = ServiceOptions(from: &reader, environment: ["DOGS_REPLICA": folder.path])
    let place = ReplicaPlace(options, account: "ada")
    #expect(try place.notes() == ReplicaNotes())
    let notes = ReplicaNotes(scope: .windows(newest: 20), defaultVisibility: .private)
    try place.keep(notes)
    #expect(try place.notes() == notes)
    try folder.write("{", to: "dogs.json")
    let failure = #expect(throws: CodedFailure.self) { try place.notes() }
    #expect(failure?.code == "replica-damaged")
  }

  @Test(arguments: [
    (
      SyncSummary(account: "ada", photos: 1, sent: 2, pending: 0, problems: 0),
      "In step as ada: 1 photo, 2 edits sent, 0 problems\n"
    ),
    (
      SyncSummary(account: "ada", photos: 0, sent: 0, pending: 1, problems: 1),
      "Not in step as ada: 0 photos, 0 edits sent, 1 problem; see: dogs pending\n"
    ),
    (
      SyncSummary(account: "ada", photos: 3, sent: 0, pending: 0, problems: 0, comparison: .same),
      "In step as ada: 3 photos, 0 edits sent, 0 problems\nThe replica is as the service says.\n"
    ),
  ])
  func `a summary says how much, and what is not in step`(summary: SyncSummary, text: String) {
    #expect(summary.text == text)
    #expect(summary.isInStep == text.hasPrefix("In step"))
  }
}
