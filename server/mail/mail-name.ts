/** Unique over backups as well, because a restored database issues the same ids to other mails. */
export function mailName({ id, createdAt }: { id: number; createdAt: Date }): string {
  return `${createdAt.toISOString().replace(/[:.]/g, '-')}-mail-${id}`;
}
