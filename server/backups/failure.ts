/** Why there is no backup, or none that holds: a French sentence for the person. */
export class BackupFailure extends Error {}
