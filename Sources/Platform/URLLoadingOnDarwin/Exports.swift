// SPDX-License-Identifier: Apache-2.0

// Apple's systems bring the URL Loading System with Foundation; the module is there so that a file may say
// `import URLLoading` everywhere.
@_exported public import Foundation
