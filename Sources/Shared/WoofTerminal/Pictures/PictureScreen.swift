import WoofCommandLine
public import WoofModel

/// What there is to show a picture on.
public struct PictureScreen: Hashable, Sendable {
  /// How long a terminal has to tell what it knows.
  private static let milliseconds = 300

  /// How pictures are shown.
  public var picture: PictureProtocol
  /// How large the terminal is.
  public var size: TerminalSize
  /// How many colours it has.
  public var colours: ColourDepth

  /// Makes a screen of what is known.
  public init(picture: PictureProtocol, size: TerminalSize, colours: ColourDepth) {
    self.picture = picture
    self.size = size
    self.colours = colours
  }

  /// Finds out what the terminal can, by the environment and by asking it.
  ///
  /// - Parameters:
  ///   - wanted: How the picture is to be shown, whatever the terminal says; `nil` for what it says.
  ///   - environment: The variables of the program's environment.
  public init(showing wanted: PictureProtocol?, environment: [String: String]) {
    let found = ColourDepth(environment: environment)
    // Who wants blocks has colours.
    colours = wanted == .blocks && found == .none ? .palette256 : found
    size = TerminalSize(of: .output) ?? TerminalSize(columns: 80, rows: 24)
    let known = wanted ?? PictureProtocol(environment: environment)
    guard known == nil || known == .sixel, let terminal = Terminal() else {
      picture = known ?? (colours == .none ? .none : .blocks)
      return
    }
    let replies = terminal.replies(withinMilliseconds: Self.milliseconds)
    picture = known ?? PictureProtocol(replies: replies, colours: colours)
    if let cell = replies.cell { size.cell = cell }
  }

  /// Whether pictures of a format have to be decoded to be shown.
  public func needsPixels(of type: MediaType) -> Bool {
    switch picture {
    case .none, .iterm: false
    case .kitty: type.imageType != .png
    case .sixel, .blocks: true
    }
  }
}
