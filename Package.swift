// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A Swift room of the house: `Sources/<name>`.
func room(_ name: String, uses dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The tests of one room: `Tests/<name>Tests`.
func tests(of name: String, uses dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name)] + dependencies, resources: resources,
    swiftSettings: settings)
}

#if os(Linux)
/// What Apple's systems bring themselves: the URL Loading System and Combine, with their tests.
let urlLoading: [Target] = [
  .systemLibrary(
    name: "CCurl", path: "Sources/C/CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
  room("Combine"),
  room("URLLoading", uses: ["Combine", "CCurl", "COpenSSL", "CLinux"]),
  tests(of: "Combine", uses: ["TestSupport"]),
  .target(name: "AllocationCount", path: "Tests/CombineBench/Allocations"),
  .executableTarget(
    name: "CombineBench", dependencies: ["Combine", "AllocationCount"], path: "Tests/CombineBench",
    exclude: ["Allocations"], swiftSettings: settings),
  tests(of: "URLLoading", uses: ["Combine", "TestSupport", "COpenSSL", "CLinux"]),
  .target(name: "CurlReference", dependencies: ["CCurl"], path: "Tests/URLLoadingBench/Reference"),
  .executableTarget(
    name: "URLLoadingBench", dependencies: ["URLLoading", "CurlReference", "CLinux"], path: "Tests/URLLoadingBench",
    exclude: ["Reference"], swiftSettings: settings),
]
let combine: [Target.Dependency] = ["Combine"]
let combineProducts: [Product] = [.library(name: "Combine", targets: ["Combine"])]
#else
let urlLoading: [Target] = [
  .target(name: "URLLoading", path: "Sources/URLLoadingOnDarwin", swiftSettings: settings)
]
let combine: [Target.Dependency] = []
let combineProducts: [Product] = []
#endif

/// Debian's libvips42, without its headers.
let libvips: [LinkerSetting] = [":libvips.so.42", ":libgobject-2.0.so.0", ":libglib-2.0.so.0"].map {
  .linkedLibrary($0)
}

let package = Package(
  name: "woof",
  products: combineProducts + [
    .library(name: "URLLoading", targets: ["URLLoading"]),
    .library(name: "WoofClient", targets: ["WoofClient"]),
    .library(name: "WoofTesting", targets: ["WoofTesting"]),
    .library(name: "WoofTestingTraits", targets: ["WoofTestingTraits"]),
    .executable(name: "woof", targets: ["woof"]),
    .executable(name: "dogs", targets: ["dogs"]),
    .executable(name: "woof-worker", targets: ["woof-worker"]),
    .executable(name: "woof-bench", targets: ["WoofBench"]),
    .library(name: "WoofVips", type: .dynamic, targets: ["WoofVips"]),
    .library(name: "HostilePlugin", type: .dynamic, targets: ["HostilePlugin"]),
    .library(name: "MisfitPlugin", type: .dynamic, targets: ["MisfitPlugin"]),
    .library(name: "DogColour", type: .dynamic, targets: ["DogColour"]),
    .executable(name: "woof-harness", targets: ["HarnessCommand"]),
    .executable(name: "woof-admin", targets: ["AdminCommand"]),
  ],
  targets: urlLoading + [
    .target(name: "CLinux", path: "Sources/C/CLinux"),
    .target(name: "CWoofPlugin", path: "Sources/C/CWoofPlugin"),
    .target(name: "CWoofWorker", path: "Sources/C/CWoofWorker"),
    .target(name: "CWoofSandbox", path: "Sources/C/CWoofSandbox"),
    .executableTarget(
      name: "woof-worker", dependencies: ["CWoofPlugin", "CWoofWorker", "CWoofSandbox"], path: "Sources/C/woof-worker"),
    .systemLibrary(
      name: "COpenSSL", path: "Sources/C/COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CSQLite", path: "Sources/C/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CFaultyVFS", dependencies: ["CSQLite"], path: "Sources/C/CFaultyVFS"),
    .target(name: "CWoofResources", path: "Sources/C/CWoofResources"),
    .target(
      name: "WoofResources", dependencies: ["CWoofResources"], path: "Resources",
      exclude: [
        "Containerfile", "PluginTemplates", "Samples", "dashboard.json", "fail2ban.conf", "openapi.yaml", "woof.json5",
        "woof.service", "woof.socket",
      ], swiftSettings: settings),

    room("WoofPluginKit", uses: ["CWoofPlugin"]),
    .target(name: "CVips", path: "Plugins/Vips/C", linkerSettings: libvips),
    .target(
      name: "WoofVips", dependencies: ["WoofPluginKit", "CVips"], path: "Plugins/Vips",
      exclude: ["C", "manifest.json"], swiftSettings: settings),
    .target(name: "CDogPixels", path: "Plugins/DogColour/C", linkerSettings: libvips),
    .target(name: "CPluginTemplates", path: "Sources/C/CPluginTemplates"),
    room(
      "PluginCommands",
      uses: [
        "WoofPlugins", "WoofCore", "WoofModel", "WoofCryptography", "WoofCommandLine", "WoofTerminal",
        "CPluginTemplates",
      ]),
    .target(
      // As a stranger's package has it: nothing but Swift 6.
      name: "DogColour", dependencies: ["WoofPluginKit", "CDogPixels"], path: "Plugins/DogColour",
      exclude: ["C", "Package", "manifest.json"], swiftSettings: [.swiftLanguageMode(.v6)]),

    room("WoofModel"),
    room("WoofCryptography", uses: ["COpenSSL"]),
    room("WoofImages", uses: ["WoofModel"]),
    room("WoofClient", uses: ["WoofModel", "WoofImages", "WoofCryptography", "URLLoading"] + combine),
    room("WoofConfiguration"),
    room("WoofCommandLine", uses: ["WoofConfiguration"]),
    room("WoofTerminal", uses: ["WoofCommandLine", "WoofConfiguration", "WoofModel", "CLinux"]),
    room("PluginPictures", uses: ["WoofPlugins", "WoofCore", "WoofImages", "WoofModel", "WoofTerminal"]),
    .systemLibrary(
      name: "CLibedit", path: "Sources/C/CLibedit", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
    room(
      "WoofAdmin",
      uses: [
        "WoofClient", "PluginPictures", "WoofModel", "WoofTerminal", "WoofCommandLine", "WoofConfiguration",
        "URLLoading", "CLibedit",
      ]),
    .executableTarget(
      name: "AdminCommand", dependencies: ["WoofAdmin", "WoofCommandLine"], swiftSettings: settings),
    room(
      "DogsCommands",
      uses: [
        "WoofClient", "PluginPictures", "WoofImages", "WoofModel", "WoofTerminal", "WoofCommandLine",
        "WoofConfiguration", "URLLoading",
      ]),
    .executableTarget(name: "dogs", dependencies: ["DogsCommands", "WoofCommandLine"], swiftSettings: settings),
    room("WoofCore", uses: ["WoofModel", "WoofCryptography", "WoofConfiguration", "CLinux"]),
    room("WoofStorage", uses: ["WoofCore", "WoofModel", "WoofCryptography", "CSQLite", "CLinux"]),
    room(
      "WoofPlugins",
      uses: ["WoofCore", "WoofModel", "WoofImages", "WoofCryptography", "CWoofPlugin", "CWoofWorker", "CLinux"]),
    room("WoofHTTP", uses: ["WoofCryptography", "CLinux", "COpenSSL"]),
    room(
      "WoofService",
      uses: [
        "WoofCore", "WoofModel", "WoofCryptography", "WoofHTTP", "WoofImages", "WoofResources", "CLinux",
      ]),
    room(
      "WoofServer",
      uses: [
        "WoofService", "WoofStorage", "WoofImages", "WoofPlugins", "WoofHTTP", "WoofCore", "WoofModel",
        "WoofConfiguration", "WoofCryptography",
      ]),
    room(
      "WoofTesting",
      uses: [
        "WoofServer", "WoofService", "WoofStorage", "WoofHTTP", "WoofClient", "WoofCore", "WoofModel",
        "WoofConfiguration", "WoofCryptography", "URLLoading", "CFaultyVFS", "COpenSSL", "CSQLite", "CLinux",
      ]),
    .executableTarget(
      name: "woof",
      dependencies: [
        "WoofServer", "WoofService", "WoofStorage", "WoofHTTP", "WoofCore", "WoofModel", "WoofConfiguration",
        "WoofCommandLine", "WoofTerminal", "WoofCryptography", "PluginCommands", "CLinux",
      ], swiftSettings: settings),

    // Apart, so that users of XCTest link nothing of Swift Testing.
    room("WoofTestingTraits", uses: ["WoofTesting"]),
    .executableTarget(
      name: "HarnessCommand", dependencies: ["WoofTesting", "WoofCommandLine", "WoofCore", "WoofModel", "CLinux"],
      swiftSettings: settings),

    .executableTarget(
      name: "WoofBench",
      dependencies: [
        "WoofStorage", "WoofModel", "WoofCryptography", "WoofCommandLine", "WoofTerminal", "CLinux", "COpenSSL",
        "CSQLite",
      ], swiftSettings: settings),

    .target(
      name: "TestSupport", dependencies: ["WoofStorage", "WoofCore", "WoofModel", "CFaultyVFS", "CLinux"],
      path: "Tests/TestSupport", swiftSettings: settings),
    .target(
      // As a stranger's package has them: nothing but Swift 6.
      name: "DogsExamples", dependencies: ["URLLoading"] + combine, path: "Tests/DogsExamples",
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .target(
      name: "PluginTesting", dependencies: ["CWoofPlugin"], path: "Tests/PluginTesting", swiftSettings: settings),
    tests(of: "WoofPluginKit", uses: ["PluginTesting"]),
    tests(
      of: "PluginCommands",
      // The plugins it tries are libraries of their own: linked, their entries would be one symbol.
      uses: ["WoofPlugins", "WoofCore", "WoofModel", "TestSupport", "woof-worker"]),
    .target(name: "VipsReference", dependencies: ["CVips"], path: "Tests/WoofVipsBench/Reference"),
    .executableTarget(
      name: "WoofVipsBench", dependencies: ["WoofVips", "PluginTesting", "VipsReference"], path: "Tests/WoofVipsBench",
      exclude: ["Reference"], swiftSettings: settings),
    .testTarget(
      name: "WoofVipsTests",
      dependencies: [
        "WoofVips", "CVips", "PluginTesting", "TestSupport", "HostilePictures", "CWoofPlugin", "WoofModel",
        "WoofImages",
      ],
      exclude: ["Support/pictures.py", "Support/compare.py", "Support/photos.py", "Support/alterations.py"],
      swiftSettings: settings,
      // A program exports what a library that it is linked with defines as well, so that libvips finds the plugin's
      // `jpeg_CreateDecompress`. In the plugin's own library it does so without.
      linkerSettings: [.linkedLibrary(":libjpeg.so.62")]),
    tests(of: "WoofModel"),
    tests(of: "WoofCryptography"),
    tests(of: "WoofImages", uses: ["WoofModel", "TestSupport", "HostilePictures"]),
    tests(of: "WoofConfiguration", uses: ["TestSupport"]),
    tests(of: "WoofCommandLine", uses: ["WoofConfiguration"]),
    tests(
      of: "PluginPictures",
      uses: ["WoofPlugins", "WoofTerminal", "WoofCore", "WoofCryptography", "WoofModel", "TestSupport", "woof-worker"]),
    tests(of: "WoofTerminal", uses: ["WoofModel", "WoofCryptography", "TestSupport"]),
    tests(of: "WoofCore", uses: ["WoofModel", "WoofCryptography", "WoofConfiguration", "TestSupport"]),
    .target(
      name: "WoofStoreConformance", dependencies: ["WoofCore", "WoofModel", "WoofCryptography"],
      path: "Tests/WoofStoreConformance", swiftSettings: settings),
    tests(
      of: "WoofStorage",
      uses: [
        "TestSupport", "WoofStoreConformance", "WoofCore", "WoofModel", "WoofCryptography", "CSQLite",
      ]),
    .executableTarget(
      name: "WoofStorageBench", dependencies: ["WoofStorage", "WoofCore", "WoofModel", "WoofCryptography", "CSQLite"],
      path: "Tests/WoofStorageBench", swiftSettings: settings),
    // Dynamic libraries that the tests below let workers load.
    .target(name: "HostilePlugin", dependencies: ["CWoofPlugin", "CWoofWorker"], path: "Tests/HostilePlugin"),
    .target(name: "MisfitPlugin", dependencies: ["CWoofPlugin"], path: "Tests/MisfitPlugin"),
    .executableTarget(name: "OldKernel", path: "Tests/OldKernel"),
    .target(
      name: "HostilePictures", dependencies: ["WoofImages", "WoofModel", "TestSupport"], path: "Tests/HostilePictures",
      swiftSettings: settings),
    tests(
      of: "WoofPlugins",
      uses: [
        "WoofCore", "WoofModel", "WoofImages", "WoofCryptography", "CWoofWorker", "CLinux", "TestSupport",
        "HostilePictures", "woof-worker", "OldKernel",
      ]),
    .executableTarget(
      name: "WoofPluginsBench", dependencies: ["WoofPlugins", "WoofCore", "WoofModel", "WoofCryptography"],
      path: "Tests/WoofPluginsBench", swiftSettings: settings),
    tests(of: "WoofHTTP", uses: ["WoofCryptography", "TestSupport", "CLinux", "COpenSSL"]),
    tests(
      of: "WoofService",
      uses: [
        "WoofCore", "WoofModel", "WoofHTTP", "WoofStorage", "WoofImages", "WoofCryptography", "TestSupport",
      ]),
    tests(
      of: "WoofServer",
      uses: [
        "WoofService", "WoofStorage", "WoofHTTP", "WoofCore", "WoofModel", "WoofConfiguration", "WoofCryptography",
        "WoofResources", "CSQLite", "TestSupport", "woof", "woof-worker", "WoofChaos", "DogsExamples",
        "URLLoading",
      ] + combine),
    tests(
      of: "WoofClient",
      uses: [
        "WoofServer", "WoofService", "WoofStorage", "WoofHTTP", "WoofCore", "WoofConfiguration", "WoofCryptography",
        "URLLoading", "TestSupport",
      ] + combine),
    tests(
      of: "DogsCommands",
      uses: [
        "dogs", "woof", "woof-worker", "WoofClient", "WoofModel", "WoofTerminal", "WoofCommandLine", "TestSupport",
      ]),
    tests(
      of: "WoofAdmin",
      uses: [
        "AdminCommand", "woof", "woof-worker", "WoofClient", "WoofModel", "WoofCommandLine", "URLLoading",
        "TestSupport",
      ]),
    tests(
      of: "WoofTesting",
      uses: [
        "HarnessCommand", "woof-worker", "WoofClient", "WoofCore", "WoofCryptography", "WoofModel", "WoofImages",
        "URLLoading",
      ]),
    tests(of: "WoofTestingTraits", uses: ["WoofTesting", "WoofClient", "WoofModel"]),
    .executableTarget(
      name: "WoofChaos",
      dependencies: [
        "WoofClient", "URLLoading", "WoofStorage", "WoofCore", "WoofCryptography", "WoofModel", "WoofCommandLine",
      ], path: "Tests/WoofChaos", swiftSettings: settings),
    tests(of: "WoofBench", uses: ["WoofModel", "WoofImages"]),
  ]
)
