import { existsSync } from 'node:fs';
import { formatFictional } from '#domain/companies/format-fictional.ts';
import { lacksRecipient, ownKeyFile } from '../backups/recipient.ts';
import { CLOCK_TOLERANCE_MS } from '../backups/rotate.ts';
import { type Config, ConfigError, PUBLISHED_PASSWORD, readConfig } from '../config.ts';
import { describeUnreachable } from '../db/check-reachable.ts';
import { findEmbedded } from '../db/embedded.ts';
import { OLDEST_SERVER } from '../db/migrate.ts';
import {
  describeUnreadableCodes,
  openPickupCodes,
  RESTORE_SECRET,
} from '../features/reservations/pickup-codes.ts';
import { isLocal } from '../process/local-host.ts';
import { readSecret } from '../process/secret.ts';
import { type DatabaseState, readDatabase } from './doctor.queries.ts';
import {
  checkDisk,
  checkDns,
  checkFeed,
  checkSmtp,
  checkTls,
  type Finding,
  judgeClock,
  reasonOf,
  within,
} from './doctor-checks.ts';
import { CommandFailure } from './failures.ts';
import type { Shell } from './shell.ts';

const HOUR_MS = 60 * 60_000;
const OLDEST_BACKUP_MS = 26 * HOUR_MS;
const MOST_RATES_LISTED = 20;

/** Checks everything that an opening requires, and changes nothing. Throws a CommandFailure when a check failed. */
export async function runDoctor(shell: Shell): Promise<void> {
  let failures = 0;
  for (const pending of startChecks(shell)) {
    for (const finding of await pending) {
      shell.print(formatFinding(finding));
      if (finding.verdict === 'ÉCHEC') failures += 1;
    }
  }
  if (failures > 0) throw new CommandFailure(`À réparer : ${failures}.`);
}

function formatFinding({ verdict, about, found, todo }: Finding): string {
  return `${verdict.padEnd(6)}  ${about} : ${found}.${todo ? ` ${todo}` : ''}`;
}

function startChecks(shell: Shell): Promise<Finding[]>[] {
  let config: Config;
  try {
    config = readConfig(shell.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [Promise.resolve(error.sentences.map(wrongSetting))];
  }
  const hosts = [config.publicHost, config.backofficeHost];
  const database = checkDatabase(config);
  const feed = checkFeed(config.ratesFeedUrl);
  const clock = Promise.all([database, feed]).then(([{ state }, read]) =>
    judgeClock([state?.clock, read.clock].filter((reading) => !!reading)),
  );
  return [
    database.then(({ state }) => judgeSettings(config, state)),
    ...hosts.map(async (host) => [await checkDns(host)]),
    ...hosts.map(async (host) => [await checkHostTls(host, config)]),
    checkSmtp(config.smtpUrl).then((finding) => [finding]),
    feed.then(({ finding }) => [finding]),
    clock.then((finding) => [finding]),
    checkDisk(config.dataDir).then((finding) => [finding]),
    database.then(async ({ finding, state }) => [
      finding,
      ...judgeRates(state),
      ...(await judgeCodes(config, state)),
      judgeBackup(state),
      judgeEncryption(config, state),
    ]),
  ];
}

function wrongSetting(sentence: string): Finding {
  const todo = 'Le reste se vérifie une fois les réglages lisibles.';
  return { verdict: 'ÉCHEC', about: 'réglages', found: sentence.replace(/\.$/, ''), todo };
}

async function checkDatabase(config: Config): Promise<{ finding: Finding; state: DatabaseState | null }> {
  const about = 'base de données';
  const isPrivate = config.databaseUrl === null;
  try {
    const url = config.databaseUrl ?? (await findEmbedded(config.dataDir));
    if (url !== null) {
      const state = await within(readDatabase(url));
      return { finding: { about, ...judgeDatabase(state) }, state };
    }
  } catch (error) {
    const todo = isPrivate
      ? 'Démarrez le serveur, puis recommencez.'
      : 'Voyez aussi le journal de PostgreSQL.';
    const reason = (isPrivate ? null : describeUnreachable(error)) ?? reasonOf(error);
    return { finding: { verdict: 'ÉCHEC', about, found: reason.replace(/\.$/, ''), todo }, state: null };
  }
  const found = 'la base privée de DATA_DIR ne tourne pas';
  return {
    finding: { verdict: 'à voir', about, found, todo: 'Démarrez le serveur, puis recommencez.' },
    state: null,
  };
}

function judgeDatabase({ version, isTooOld, pending, changed }: DatabaseState): Omit<Finding, 'about'> {
  const found = `PostgreSQL ${version}`;
  if (isTooOld) {
    return {
      verdict: 'ÉCHEC',
      found: `${found}, trop ancien`,
      todo: `Prenez la version ${OLDEST_SERVER} ou une plus récente.`,
    };
  }
  if (changed.length > 0) {
    const todo = 'Cette version n’est pas celle qui a préparé la base. Reprenez le bon dossier.';
    return { verdict: 'ÉCHEC', found: `${found}, migrations qui ont changé : ${changed.join(', ')}`, todo };
  }
  if (pending === 'all') {
    return { verdict: 'à voir', found: `${found}, base vide`, todo: 'Le premier démarrage la préparera.' };
  }
  if (pending.length > 0) {
    const todo = 'Redémarrez une instance de cette version. Elle les applique.';
    return { verdict: 'à voir', found: `${found}, migrations à faire : ${pending.join(', ')}`, todo };
  }
  return { verdict: 'bon', found: `${found}, migrations à jour` };
}

function judgeRates(state: DatabaseState | null): Finding[] {
  const ahead = state?.ratesAhead ?? [];
  if (ahead.length === 0) return [];
  const listed = ahead.length > MOST_RATES_LISTED ? [...ahead.slice(0, MOST_RATES_LISTED), '…'] : ahead;
  const found = `${ahead.length} datés de l’avenir par une horloge fausse, jamais frais (${listed.join(', ')})`;
  const todo = 'Une fois la base à l’heure, faites-les confirmer par leur bureau dans /fixings.';
  return [{ verdict: 'ÉCHEC', about: 'taux', found, todo }];
}

async function judgeCodes(config: Config, state: DatabaseState | null): Promise<Finding[]> {
  const about = 'codes de retrait';
  try {
    const secret = config.secret ?? (await readSecret(config.dataDir));
    const keys = secret === null ? [] : openPickupCodes({ ...config, secret }).keys;
    const sealed = state?.sealedCodes ?? [];
    const unreadable = sealed.filter(({ key }) => !keys.some((known) => known.equals(key)));
    const found = describeUnreadableCodes(unreadable.reduce((sum, { count }) => sum + count, 0));
    return found === null ? [] : [{ verdict: 'ÉCHEC', about, found, todo: RESTORE_SECRET }];
  } catch (error) {
    return [{ verdict: 'ÉCHEC', about, found: reasonOf(error).replace(/\.$/, '') }];
  }
}

function judgeBackup(state: DatabaseState | null): Finding {
  const about = 'sauvegarde';
  if (state === null) {
    const todo = 'Recommencez quand elle répond.';
    return { verdict: 'à voir', about, found: 'son âge est dans la base de données', todo };
  }
  const { backupAge } = state;
  const todo = 'Lancez backup, et voyez ce qui devait le lancer cette nuit.';
  if (backupAge === null) return { verdict: 'à voir', about, found: 'aucune n’est connue', todo };
  if (backupAge < -CLOCK_TOLERANCE_MS) {
    const ahead = `la dernière est datée de ${Math.ceil(-backupAge / HOUR_MS)} h dans l’avenir`;
    const clock = 'Mettez la base de données à l’heure, puis lancez backup.';
    return { verdict: 'ÉCHEC', about, found: ahead, todo: clock };
  }
  const found = `la dernière a ${Math.floor(backupAge / HOUR_MS)} h`;
  return backupAge > OLDEST_BACKUP_MS
    ? { verdict: 'ÉCHEC', about, found, todo }
    : { verdict: 'bon', about, found };
}

function judgeEncryption(config: Config, state: DatabaseState | null): Finding {
  const about = 'chiffrement des sauvegardes';
  if (lacksRecipient(config)) {
    const todo = 'Donnez à BACKUP_RECIPIENT une clé publique age, ou none.';
    return { verdict: 'ÉCHEC', about, found: 'BACKUP_RECIPIENT manque, aucune sauvegarde ne se fait', todo };
  }
  const { backupRecipient, dataDir } = config;
  if (backupRecipient === 'none') {
    const todo = 'Donnez à BACKUP_RECIPIENT une clé publique age, dont la clé privée est ailleurs.';
    return { verdict: 'à voir', about, found: 'aucun (BACKUP_RECIPIENT=none)', todo };
  }
  if (backupRecipient !== null) return { verdict: 'bon', about, found: 'à la clé de BACKUP_RECIPIENT' };
  const file = ownKeyFile(dataDir);
  if (existsSync(file)) return { verdict: 'bon', about, found: `à la clé de ${file}` };
  if (state?.hasEncryptedBackup) {
    const found = `la clé ${file} manque`;
    const todo =
      'Remettez-y la copie gardée : sans elle, les sauvegardes déjà faites ne s’ouvrent pas, et la prochaine aura une nouvelle clé.';
    return { verdict: 'à voir', about, found, todo };
  }
  const todo = 'La prochaine sauvegarde la fera.';
  return { verdict: 'à voir', about, found: `la clé ${file} n’existe pas encore`, todo };
}

function judgeSettings(config: Config, state: DatabaseState | null): Finding[] {
  const { publicHost, backofficeHost, demo, demoPassword } = config;
  const about = 'réglages';
  const companies = state?.demoCompanies ?? 0;
  if (!demo && companies > 0) {
    const found = `${formatFictional(companies)} dans la base`;
    return [{ verdict: 'à voir', about, found, todo: 'Retirez-les par demo remove.' }];
  }
  if (isLocal(publicHost) && isLocal(backofficeHost))
    return [{ verdict: 'bon', about, found: `lus, pour cette machine seule (${publicHost})` }];
  const accounts = state?.demoAccounts ?? 0;
  if (demo) {
    const published = demoPassword === PUBLISHED_PASSWORD ? ' au mot de passe publié' : '';
    const found = `DEMO est on : des comptes de démonstration${published}, sur une adresse ouverte`;
    return [{ verdict: 'à voir', about, found, todo: 'Mettez DEMO=off, et partez d’une base vide.' }];
  }
  if (accounts > 0) {
    const found = `${accounts} compte${accounts > 1 ? 's' : ''} de démonstration dans la base, sur une adresse ouverte`;
    return [
      {
        verdict: 'à voir',
        about,
        found,
        todo: 'Suspendez chacun dans /sittings, ou partez d’une base vide.',
      },
    ];
  }
  return [{ verdict: 'bon', about, found: 'lus, sans faute' }];
}

async function checkHostTls(host: string, { trustProxy }: Config): Promise<Finding> {
  const about = `TLS de ${host}`;
  if (isLocal(host)) return { verdict: 'bon', about, found: 'nom de cette machine, sans certificat' };
  if (trustProxy) return checkTls(host);
  const todo = 'Mettez un mandataire avec TLS devant, et TRUST_PROXY=on.';
  return { verdict: 'à voir', about, found: 'TRUST_PROXY est off : les pages partent sans TLS', todo };
}
