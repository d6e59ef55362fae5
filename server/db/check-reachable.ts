import pg from 'pg';

const CONNECT_WITHIN_MS = 5_000;

const REASONS: Record<string, string> = {
  ENOTFOUND: 'L’hôte de DATABASE_URL est inconnu. Voyez son nom, et le DNS.',
  EAI_AGAIN: 'L’hôte de DATABASE_URL ne peut pas être cherché. Le DNS ne répond pas.',
  ECONNREFUSED: 'Aucun PostgreSQL n’écoute à l’hôte et au port de DATABASE_URL : connexion refusée.',
  EHOSTUNREACH: 'L’hôte de DATABASE_URL est hors d’atteinte. Voyez le réseau et le pare-feu.',
  ENETUNREACH: 'L’hôte de DATABASE_URL est hors d’atteinte. Voyez le réseau et le pare-feu.',
  ETIMEDOUT: 'L’hôte de DATABASE_URL ne répond pas à temps. Voyez son nom, le réseau et le pare-feu.',
  ECONNRESET:
    'Un programme écoute à l’hôte et au port de DATABASE_URL, mais coupe la connexion. Est-ce PostgreSQL ?',
  ENOENT: 'DATABASE_URL nomme un dossier où aucun PostgreSQL n’écoute.',
  // invalid_password: also for unknown users
  '28P01': 'L’utilisateur ou le mot de passe de DATABASE_URL est refusé par PostgreSQL.',
  // invalid_authorization_specification
  '28000':
    'L’utilisateur de DATABASE_URL est refusé par PostgreSQL. Il n’existe pas, ou pg_hba.conf l’écarte.',
  // invalid_catalog_name
  '3D000': 'La base que nomme DATABASE_URL n’existe pas. Créez-la, ou corrigez son nom.',
  // insufficient_privilege
  '42501': 'L’utilisateur de DATABASE_URL n’a pas le droit de se servir de la base. Rendez-le propriétaire.',
  // too_many_connections
  '53300': 'Le PostgreSQL de DATABASE_URL n’a plus de connexion à donner. Augmentez max_connections.',
  // cannot_connect_now
  '57P03': 'Le PostgreSQL de DATABASE_URL démarre ou s’arrête. Recommencez dans un instant.',
};
const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/timeout/i, REASONS.ETIMEDOUT ?? ''],
  [/password must be/i, 'DATABASE_URL ne donne pas de mot de passe, et PostgreSQL en demande un.'],
  [/does not support SSL/i, 'DATABASE_URL demande TLS, que ce PostgreSQL refuse. Voyez sslmode.'],
  [
    /certificate/i,
    'Le certificat du PostgreSQL de DATABASE_URL n’est pas reconnu. Voyez sslmode et sslrootcert.',
  ],
  [/terminated unexpectedly|socket hang up/i, REASONS.ECONNRESET ?? ''],
];

/** Throws a French sentence that names DATABASE_URL when it leads to no database. */
export async function checkReachable(url: string, within = CONNECT_WITHIN_MS): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: within });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
  } catch (cause) {
    // an open connection would stay in the server's login for a minute, and delay CREATE DATABASE
    client.end().catch(() => undefined);
    const reason =
      describeUnreachable(cause) ??
      `DATABASE_URL ne mène pas à une base de données : ${cause instanceof Error ? cause.message : cause}`;
    throw new Error(reason, { cause });
  }
}

/** Why DATABASE_URL leads to no database, as a French sentence. null: unknown. */
export function describeUnreachable(error: unknown): string | null {
  // no address of the name answered: the first error stands for all
  if (error instanceof AggregateError) return describeUnreachable(error.errors[0]);
  if (!(error instanceof Error)) return null;
  const { code, message } = error as NodeJS.ErrnoException;
  return REASONS[code ?? ''] ?? MESSAGES.find(([words]) => words.test(message))?.[1] ?? null;
}
