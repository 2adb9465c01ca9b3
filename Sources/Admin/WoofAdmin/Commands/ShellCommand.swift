// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine

/// A command of the admin shell, which finds the connection and the output in its context.
protocol ShellCommand: ContextualCommand where Context == ShellContext {}

/// A command that changes something, which `plan` may stand before.
protocol ChangingCommand: ShellCommand {}
