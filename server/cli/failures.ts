/** Impossible request with a French sentence for the person, exit code 1. */
export class CommandFailure extends Error {}

export class UnverifiedBackup extends CommandFailure {}

export class EmptyDatabase extends CommandFailure {}

/** Wrong syntax of a command, exit code 2. */
export class UsageError extends Error {}
