// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// The configuration of a harness; each part has the default that its property states.
public struct HarnessConfiguration: Sendable {
  /// The seed of the ids of photos, of the pictures that are drawn, and of the choice between many occasions for a
  /// fault; 1 by default. Ids and dates are the same in every run if the clock stands, too.
  public var seed: UInt64 = 1
  /// The port of the loopback address to listen on; a free one by default.
  public var port = 0
  /// The pace of the clock; real time by default.
  public var clock = HarnessClock.Pace.running
  /// The certificate that clients see; `nil` by default, which is plain HTTP.
  public var certificate: HarnessCertificate?
  /// `true` if clients may speak HTTP/2, as with a service: over `https` where they offer it, and over plain HTTP where
  /// they begin with it; `true` by default.
  public var speaksHTTP2 = true
  /// `true` if the service compresses JSON for clients that take that, as a service does by default; `false` by default, so
  /// that the journal has bodies that can be read, and faults count the bytes that clients see.
  public var compressesResponses = false
  /// The transformer that looks at the pixels of photos, and derives thumbnails and other variants from them; none by
  /// default.
  public var transformer = HarnessTransformer.none
  /// The backend behind the front; a service of the harness's own by default.
  public var backend = HarnessBackend.service
  /// The folder for data, which is used as it is and stays; a temporary one by default.
  public var folder: String?
  /// `true` if the temporary folder stays when the harness is stopped; `false` by default.
  public var keepsFolder = false
  /// `true` if what is written reaches the disk before it is acknowledged, as in a real service; `false` by default, as
  /// no test needs it.
  public var isDurable = false
  /// The configuration of the service, as in `woof.json5`; by default nothing but what makes a small service of it.
  public var settings = ""
  /// Keys of that configuration, as in `woof.json5`, each of which takes the place of the one in ``settings``; none by
  /// default.
  public var furtherSettings = ""
  /// `true` if the user who runs the test may administer the service through `admin.sock` in ``WoofHarness/dataFolder``,
  /// as by `woof admin`; `false` by default.
  public var hasAdminSocket = false
  /// The accounts, photos, favourites, albums, share links and app passwords that are there from the start; none by default.
  public var contents = HarnessContents()
  /// The limits of the journal.
  public var journal = Journal.Limits()

  /// Makes the default configuration.
  public init() {}

  /// Adds an account to the contents.
  public mutating func account(
    _ name: String, password: String = HarnessContents.password, isAdministrator: Bool = false
  ) {
    contents.accounts.append(.init(name: name, password: password, isAdministrator: isAdministrator))
  }

  /// Adds drawn photos to the contents.
  ///
  /// - Parameters:
  ///   - count: The number of photos.
  ///   - owner: The name of the account that they belong to, which is added where it is not there.
  ///   - picture: The size and type of the pictures; each has a seed of its own.
  ///   - caption: Their caption; `#` in it stands for the number of the photo, from 1.
  ///   - visibility: Their readers: everybody by default, whatever the service's own default for uploads is.
  ///   - fans: The names of the accounts whose favourites they are; accounts that are not there are added.
  public mutating func photos(
    _ count: Int, by owner: String, picture: DrawnPicture = DrawnPicture(), caption: String = "",
    visibility: Visibility = .public, favouritesOf fans: [String] = []
  ) {
    contents.photos.append(
      .init(
        count: count, owner: owner, picture: picture, caption: caption, visibility: visibility, fans: fans))
  }
  /// Adds an album to the contents.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - owner: The name of the account that it belongs to, which is added where it is not there.
  ///   - photos: The places of its photos among all of the contents, from 0, in the order of the album. Each belongs to the
  ///     owner of the album or to a contributor.
  ///   - visibility: Its readers; everybody by default.
  ///   - contributors: The names of the accounts that may add to it; accounts that are not there are added.
  public mutating func album(
    _ title: String, by owner: String, photos: [Int] = [], visibility: Visibility = .public,
    contributors: [String] = []
  ) {
    contents.albums.append(
      .init(title: title, owner: owner, visibility: visibility, photos: photos, contributors: contributors))
  }

  /// Adds a share link of the owner of what it shows to the contents; ``WoofHarness/additions`` has its address.
  ///
  /// - Parameters:
  ///   - target: The place of an album or a photo among all of the contents.
  ///   - allows: The things that its holders may do besides looking; nothing by default.
  ///   - password: The password that they have to give; none by default.
  public mutating func link(
    to target: HarnessContents.Link.Target, allows: ShareLinkAllowances = [], password: String? = nil
  ) {
    contents.links.append(.init(target: target, allows: allows, password: password))
  }

  /// Adds an app password to the contents; ``WoofHarness/additions`` has it.
  ///
  /// - Parameters:
  ///   - name: The name of the app or the device.
  ///   - account: The name of the account, which is added where it is not there.
  ///   - scopes: The things that it may be used for; all by default.
  public mutating func appPassword(_ name: String, of account: String, for scopes: AppPasswordScopes = .all) {
    contents.appPasswords.append(.init(account: account, name: name, scopes: scopes))
  }
}
