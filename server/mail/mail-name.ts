/** The name of a mail. The number alone would not do: a restored database gives the same numbers to other mails. */
export function mailName({ id, createdAt }: { id: number; createdAt: Date }): string {
  return `${createdAt.toISOString().replace(/[:.]/g, '-')}-mail-${id}`;
}
