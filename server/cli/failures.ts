/** What was asked cannot be done: a French sentence for the person, exit code 1. */
export class CommandFailure extends Error {}

/** A backup was made, and kept; that it can be restored was not shown. */
export class UnprovenBackup extends CommandFailure {}

/** No version of the product has prepared this database. */
export class EmptyDatabase extends CommandFailure {}

/** The command was not written as it must be: exit code 2. */
export class WrongUse extends Error {}
