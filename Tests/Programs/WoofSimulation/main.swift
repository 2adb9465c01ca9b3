// SPDX-License-Identifier: Apache-2.0

SimulationProcess.prepare()
SimulationCommand(CommandLine.arguments.dropFirst()).run()
