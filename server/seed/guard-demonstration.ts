import { type Config, PUBLISHED_PASSWORD } from '../config.ts';
import type { Db } from '../db/open.ts';
import { isLoopback } from '../process/local-host.ts';
import { selectPublishedAccounts, updatePublishedPasswords } from './published.queries.ts';
import { isEmpty } from './seed.ts';

const REFUSED =
  'Cette instance est ouverte à d’autres que cette machine, et ses comptes de démonstration ont le mot de passe que la documentation publie : donnez-en un autre par DEMO_PASSWORD, ou DEMO=on pour l’accepter.';
const ACCEPTED =
  'DEMO=on : les comptes de démonstration ont le mot de passe que la documentation publie, sur une instance ouverte à d’autres que cette machine.';

/**
 * Throws when readers of the documentation could log in from elsewhere, unless the configuration allows it; returns the
 * sentence to log. Accounts that still have the published password get a changed DEMO_PASSWORD.
 */
export async function guardDemonstration(
  db: Db,
  config: Pick<Config, 'host' | 'production' | 'demo' | 'demoIsAsked' | 'demoPassword'>,
): Promise<string | null> {
  if (config.demoPassword !== PUBLISHED_PASSWORD) {
    await updatePublishedPasswords(db, PUBLISHED_PASSWORD, config.demoPassword);
    return null;
  }
  if (isLoopback(config.host) && !config.production) return null;
  const isPresent =
    (config.demo && (await isEmpty(db))) ||
    (await selectPublishedAccounts(db, PUBLISHED_PASSWORD)).length > 0;
  if (!isPresent) return null;
  if (!config.demoIsAsked) throw new Error(REFUSED);
  return ACCEPTED;
}
