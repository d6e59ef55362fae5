/** The name of a mail among all: a database that counts anew has other mails of that number. */
export function mailName({ id, createdAt }: { id: number; createdAt: Date }): string {
  return `${createdAt.toISOString().replace(/[:.]/g, '-')}-mail-${id}`;
}
