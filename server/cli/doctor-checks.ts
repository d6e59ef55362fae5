import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import { dirname } from 'node:path';
import { connect } from 'node:tls';
import { newestDayDue } from '#domain/rates-feed/calendar.ts';
import { dayFault } from '#domain/rates-feed/feed.ts';
import { FeedFailure } from '../features/rates-feed/feed-failure.ts';
import { fetchFeed } from '../features/rates-feed/fetch-feed.ts';
import { readFeed } from '../features/rates-feed/read-feed.ts';
import { describeFailure } from '../mail/failure-text.ts';
import { verifySmtp } from '../mail/smtp.ts';
import { isLocal } from '../process/local-host.ts';

const WAIT_MS = 5_000;
const DAY_MS = 24 * 60 * 60_000;
const FEWEST_DAYS = 20;

export interface Finding {
  verdict: 'bon' | 'à voir' | 'ÉCHEC';
  about: string;
  found: string;
  todo?: string;
}

/** Time of another clock, read between two moments of this machine's (`before`, `after`). Milliseconds. */
export interface ClockReading {
  of: string;
  earliest: number;
  latest: number;
  before: number;
  after: number;
}

class TimedOut extends Error {}

export async function within<T>(work: Promise<T>, ms = WAIT_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimedOut()), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export async function checkDns(host: string): Promise<Finding> {
  const about = `DNS de ${host}`;
  if (isLocal(host)) return { verdict: 'bon', about, found: 'nom de cette machine, rien à chercher' };
  try {
    const addresses = await within(lookup(host, { all: true }));
    return { verdict: 'bon', about, found: addresses.map(({ address }) => address).join(', ') };
  } catch (error) {
    const todo =
      'Faites mener ce nom à la machine (enregistrement A ou AAAA), puis attendez qu’il se propage.';
    return { verdict: 'ÉCHEC', about, found: reasonOf(error), todo };
  }
}

/** `ca`: authority trusted beside the public ones. */
export async function checkTls(
  host: string,
  { port = 443, ca }: { port?: number; ca?: string } = {},
): Promise<Finding> {
  const about = `TLS de ${host}`;
  const socket = connect({
    host,
    port,
    ...(ca && { ca }),
    ...(isIP(host) === 0 && { servername: host }),
    // an invalid certificate is read too, to report why; nothing is sent
    rejectUnauthorized: false,
  });
  try {
    await within(once(socket, 'secureConnect'));
    const problem = socket.authorized ? null : String(socket.authorizationError);
    return {
      about,
      ...judgeCertificate(Date.parse(socket.getPeerCertificate().valid_to) - Date.now(), problem),
    };
  } catch (error) {
    const todo = 'Voyez le journal du mandataire : port 443 fermé, ou certificat qu’il n’a pas obtenu.';
    return { verdict: 'ÉCHEC', about, found: reasonOf(error), todo };
  } finally {
    socket.on('error', () => undefined);
    socket.destroy();
  }
}

const CERTIFICATES: Record<string, string> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificat d’un autre nom',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificat signé par lui-même',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificat d’une autorité que personne ne connaît',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificat sans ceux qui le garantissent, ou d’une autorité inconnue',
  CERT_NOT_YET_VALID: 'certificat qui ne vaut pas encore',
};

function judgeCertificate(leftMs: number, problem: string | null): Omit<Finding, 'about'> {
  const days = Math.floor(leftMs / DAY_MS);
  const todo = 'Voyez le journal du mandataire : le port 80 est-il ouvert, le DNS mène-t-il ici ?';
  if (leftMs <= 0) return { verdict: 'ÉCHEC', found: `certificat expiré depuis ${-days} jours`, todo };
  if (problem)
    return { verdict: 'ÉCHEC', found: CERTIFICATES[problem] ?? `certificat refusé (${problem})`, todo };
  const found = `certificat valable encore ${days} jours`;
  return days < FEWEST_DAYS ? { verdict: 'à voir', found, todo } : { verdict: 'bon', found };
}

export async function checkSmtp(smtpUrl: string | null): Promise<Finding> {
  const about = 'SMTP';
  if (smtpUrl === null) {
    const found = 'les mails sont écrits dans DATA_DIR/outbox, aucun ne part';
    return { verdict: 'à voir', about, found, todo: 'Donnez SMTP_URL et MAIL_FROM avant d’ouvrir.' };
  }
  const { hostname } = new URL(smtpUrl);
  try {
    await within(verifySmtp(smtpUrl, WAIT_MS));
    return { verdict: 'bon', about, found: `${hostname} répond et accepte la connexion, rien n’est envoyé` };
  } catch (error) {
    const todo = 'Voyez SMTP_URL (hôte, port, utilisateur, mot de passe) et le pare-feu de la machine.';
    return { verdict: 'ÉCHEC', about, found: `${hostname} : ${describeFailure(reasonOf(error), '')}`, todo };
  }
}

export async function checkFeed(
  url: string | null,
): Promise<{ finding: Finding; clock: ClockReading | null }> {
  const about = 'flux';
  if (url === null) {
    const todo = 'Donnez RATES_FEED_URL, ou reprenez-les chaque jour par rates import.';
    return {
      finding: { verdict: 'à voir', about, found: 'aucun, les taux sont repris à la main', todo },
      clock: null,
    };
  }
  let clock: ClockReading | null = null;
  const before = Date.now();
  const onHead = (headers: Headers) => {
    clock = readDate(headers, before);
  };
  try {
    const text = await fetchFeed(url, { ms: WAIT_MS, signal: new AbortController().signal, onHead });
    return { finding: { about, ...judgeFeedText(text, new Date()) }, clock };
  } catch (error) {
    const cause = error instanceof FeedFailure && error.cause ? ` (${error.cause})` : '';
    const found = `${reasonOf(error).replace(/\.$/, '')}${cause}`;
    const todo = 'Voyez RATES_FEED_URL et si la machine peut sortir ; rates import en attendant.';
    return { finding: { verdict: 'ÉCHEC', about, found, todo }, clock };
  }
}

function judgeFeedText(text: string, now: Date): Omit<Finding, 'about'> {
  const { day, rates } = readFeed(text);
  if (dayFault(day, now.toISOString()) !== null) {
    const todo = 'Voyez l’horloge, ou la source.';
    return { verdict: 'ÉCHEC', found: `ses taux sont d’un jour qui ne se peut pas`, todo };
  }
  const found = `compris, ${rates.size} taux du ${day}`;
  if (rates.size === 0) return { verdict: 'ÉCHEC', found, todo: 'Vérifiez ce que renvoie cette adresse.' };
  const isOld = day < newestDayDue(now);
  return isOld
    ? { verdict: 'à voir', found, todo: 'La source n’avance plus. Voyez-la.' }
    : { verdict: 'bon', found };
}

/** Corrects the date of a cached answer by its age (RFC 9111). HTTP dates are cut to the second. */
function readDate(headers: Headers, before: number): ClockReading | null {
  const serverTime = Date.parse(headers.get('date') ?? '') + 1_000 * Number(headers.get('age') ?? 0);
  if (Number.isNaN(serverTime)) return null;
  return {
    of: 'la source des taux',
    earliest: serverTime,
    latest: serverTime + 1_000,
    before,
    after: Date.now(),
  };
}

/** Judges the furthest reading. Only a difference that a slow answer cannot explain counts. */
export function judgeClock(readings: readonly ClockReading[]): Finding {
  const about = 'horloge';
  const gaps = readings.map(({ of, earliest, latest, before, after }) => ({
    of,
    seconds: Math.max(0, before - latest, earliest - after) / 1_000,
  }));
  if (gaps.length === 0) {
    const todo = 'Voyez timedatectl. L’horloge doit être mise à l’heure par le réseau.';
    return { verdict: 'à voir', about, found: 'rien à quoi la comparer', todo };
  }
  const far = Math.max(...gaps.map(({ seconds }) => seconds));
  const formatSeconds = (seconds: number) => seconds.toLocaleString('fr-FR', { maximumFractionDigits: 1 });
  const found = gaps.map(({ of, seconds }) => `à ${formatSeconds(seconds)} s de celle de ${of}`).join(', ');
  if (far <= 5) return { verdict: 'bon', about, found };
  const todo = 'Mettez à l’heure par le réseau (timedatectl set-ntp true) la machine qui ne l’est pas.';
  return { verdict: far > 60 ? 'ÉCHEC' : 'à voir', about, found, todo };
}

export async function checkDisk(folder: string): Promise<Finding> {
  try {
    return judgeDisk(folder, await within(statfs(folder)));
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder;
    if (!isThere) return checkDisk(dirname(folder));
    return {
      verdict: 'ÉCHEC',
      about: 'disque',
      found: reasonOf(error),
      todo: 'Voyez DATA_DIR et ses droits.',
    };
  }
}

type Blocks = { bsize: number; blocks: number; bfree: number; bavail: number };

/** Counts like df. Space reserved for root is neither free nor taken. */
export function judgeDisk(folder: string, { bsize, blocks, bfree, bavail }: Blocks): Finding {
  const share = (100 * bavail) / Math.max(1, blocks - bfree + bavail);
  const gigabytes = ((bavail * bsize) / 1e9).toLocaleString('fr-FR', { maximumFractionDigits: 1 });
  const found = `${Math.floor(share)} % libres (${gigabytes} Go) pour ${folder}`;
  if (share >= 10) return { verdict: 'bon', about: 'disque', found };
  const todo = 'Faites de la place : journaux, anciennes images de Docker, anciennes sauvegardes.';
  return { verdict: share < 2 ? 'ÉCHEC' : 'à voir', about: 'disque', found, todo };
}

const REASONS: Record<string, string> = {
  ENOTFOUND: 'nom inconnu du DNS',
  EAI_AGAIN: 'le DNS ne répond pas',
  ECONNREFUSED: 'connexion refusée',
  ECONNRESET: 'connexion coupée',
  EHOSTUNREACH: 'machine hors d’atteinte',
  ENETUNREACH: 'réseau hors d’atteinte',
  ETIMEDOUT: 'pas de réponse à temps',
  EAUTH: 'utilisateur ou mot de passe refusé',
  EACCES: 'les droits manquent',
};

export function reasonOf(error: unknown): string {
  if (error instanceof TimedOut) return `pas de réponse en ${WAIT_MS / 1_000} s`;
  const { code, message } = error as NodeJS.ErrnoException;
  return REASONS[code ?? ''] ?? String(message ?? error).replace(/\s+/g, ' ');
}
