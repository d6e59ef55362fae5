/** What was asked cannot be done: a French sentence for the person, exit code 1. */
export class CommandFailure extends Error {}

/** The command was not written as it must be: exit code 2. */
export class WrongUse extends Error {}
