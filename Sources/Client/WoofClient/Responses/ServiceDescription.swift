// SPDX-License-Identifier: Apache-2.0

/// What a service says of itself before anybody signs in: its version, its limits and its rules.
public struct ServiceDescription: Codable, Hashable, Sendable {
  /// The rules for adding an account (`POST /v1/accounts`). New ones may come.
  public struct SignUp: RawRepresentable, Codable, Hashable, Sendable {
    /// The name of the rule.
    public let rawValue: String

    /// Makes a rule of its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Only whoever runs the service adds accounts.
    public static let off = SignUp(rawValue: "off")
    /// Whoever has an invitation may add an account.
    public static let invitation = SignUp(rawValue: "invitation")
    /// Whoever reaches the service may add an account.
    public static let open = SignUp(rawValue: "open")
  }

  /// The addresses at which browsers stay signed in. New rules may come.
  public struct BrowserSessionRule: RawRepresentable, Codable, Hashable, Sendable {
    /// The name of the rule.
    public let rawValue: String

    /// Makes a rule of its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Browsers stay signed in by TLS, and on the machine of the service.
    public static let secure = BrowserSessionRule(rawValue: "secure")
    /// Browsers stay signed in also without TLS.
    public static let everywhere = BrowserSessionRule(rawValue: "everywhere")
  }

  /// The limits of requests.
  public struct Limits: Codable, Hashable, Sendable {
    /// The most bytes of a photo.
    public var photoByteCount: Int64
    /// The most characters of a caption.
    public var captionLength: Int
    /// The most items of a page.
    public var pageLength: Int
    /// The most photos of a batch.
    public var batchLength: Int

    /// Makes limits.
    public init(photoByteCount: Int64, captionLength: Int, pageLength: Int, batchLength: Int) {
      self.photoByteCount = photoByteCount
      self.captionLength = captionLength
      self.pageLength = pageLength
      self.batchLength = batchLength
    }
  }

  /// An image that the service makes of photos.
  public struct Variant: Codable, Hashable, Sendable {
    /// The name by which it is asked for, as `thumb`.
    public var name: String
    /// The width of the box that it fits into, in pixels; `nil` for a copy of the photo's own size.
    public var width: Int?
    /// The height of the box that it fits into, in pixels; `nil` for a copy of the photo's own size.
    public var height: Int?
    /// The media type; `nil` for a copy of the photo's own type.
    public var contentType: String?

    /// Makes a variant; a copy of the photo's own size and type by default.
    public init(name: String, width: Int? = nil, height: Int? = nil, contentType: String? = nil) {
      self.name = name
      self.width = width
      self.height = height
      self.contentType = contentType
    }
  }

  /// The name of the software, `Woof`.
  public var name: String
  /// The version of the service's software.
  public var version: String
  /// The rule for adding an account.
  public var signUp: SignUp
  /// The addresses at which browsers stay signed in on pages of the service; `nil` if the service does not tell, as before 0.3.
  public var sessions: BrowserSessionRule?
  /// The visibility of a photo whose upload does not give one.
  public var defaultVisibility: Visibility
  /// The limits of requests.
  public var limits: Limits
  /// The media types of photos that are taken.
  public var contentTypes: [String]
  /// The images that the service makes of photos; none where it makes none.
  public var variants: [Variant]

  /// Makes a description.
  public init(
    name: String = "Woof", version: String, signUp: SignUp = .off, defaultVisibility: Visibility = .private,
    limits: Limits, contentTypes: [String] = [], variants: [Variant] = [], sessions: BrowserSessionRule? = nil
  ) {
    self.name = name
    self.version = version
    self.signUp = signUp
    self.defaultVisibility = defaultVisibility
    self.limits = limits
    self.contentTypes = contentTypes
    self.variants = variants
    self.sessions = sessions
  }
}
