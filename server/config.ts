import path from 'node:path';
import type { Publisher } from '#domain/publisher/imprint.ts';
import { DAMAGED_RECIPIENT, isRecipient } from './backups/encryption.ts';
import { isLocal } from './process/local-host.ts';
import { readPublisher } from './process/publisher.ts';

export const PUBLISHED_PASSWORD = 'parite-demo-2026';

export type Config = {
  port: number;
  host: string;
  publicHost: string;
  backofficeHost: string;
  /** null: the embedded PostgreSQL is started under dataDir */
  databaseUrl: string | null;
  /** compare: public reads alone, from the stream; other requests are forwarded to internalUrl */
  role: 'whole' | 'compare';
  internalUrl: string | null;
  natsUrl: string | null;
  dataDir: string;
  demo: boolean;
  demoIsAsked: boolean;
  factorMayWait: boolean;
  demoMoves: boolean;
  // fictional companies of a database that is no demonstration any more; the start counts them
  fictional: number;
  demoPassword: string;
  staticImagesUrl: string;
  /** null: stored under dataDir */
  secret: string | null;
  secretBefore: string | null;
  trustProxy: boolean;
  /** hours after which a rate is to be confirmed, and days after which it is not compared */
  freshHours: number;
  staleDays: number;
  /** percent by which a fixing may beat the mid rate, and deviate from it, without a review */
  heldAbove: number;
  heldOff: number;
  /** percent by which a mid rate may move between two readings before the rules that follow it pause */
  marginJump: number;
  midRateDays: number;
  /** public POSTs a minute from one address */
  rateLimit: number;
  /** newsletter sign-ups an hour from one network */
  signUpLimit: number;
  /** null: mails are written to the outbox under dataDir */
  smtpUrl: string | null;
  mailFrom: string;
  publisher: Publisher | null;
  ratesFeedUrl: string | null;
  /** seconds between two reads of the feed */
  ratesFeedInterval: number;
  /** age public key, or 'none' for backups that are not encrypted. null: no choice was made. */
  backupRecipient: string | null;
  metricsPort: number | null;
  development: boolean;
  production: boolean;
};

export class ConfigError extends Error {
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'));
    this.sentences = sentences;
  }
}

/**
 * Reads the settings of contract 4. Throws a ConfigError with every invalid one; `shows` requires a publisher, for
 * pages and mails that people see.
 */
export function readConfig(env: Record<string, string | undefined>, { shows = true } = {}): Config {
  const errors: string[] = [];
  const text = (name: string, fallback: string) => env[name]?.trim() || fallback;

  const integer = (name: string, fallback: number, min: number, max: number) => {
    const value = text(name, String(fallback));
    if (/^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
    errors.push(`${name} doit être un nombre entier de ${min} à ${max} : « ${value} » n’en est pas un.`);
    return fallback;
  };

  const flag = (name: string, fallback: boolean) => {
    const value = text(name, fallback ? 'on' : 'off').toLowerCase();
    if (['on', 'true', '1'].includes(value)) return true;
    if (['off', 'false', '0'].includes(value)) return false;
    errors.push(`${name} doit valoir on ou off, et vaut « ${value} ».`);
    return fallback;
  };

  const hostName = (name: string, fallback: string) => {
    const value = text(name, fallback).toLowerCase();
    if (/^[a-z0-9.-]+$/.test(value)) return value;
    errors.push(`${name} doit être un nom d’hôte sans port ni protocole. « ${value} » n’en est pas un.`);
    return fallback;
  };

  const databaseUrl = env.DATABASE_URL?.trim() || null;
  // the value may contain a password and is not repeated
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    errors.push('DATABASE_URL doit commencer par postgres:// ou postgresql://.');
  } else if (databaseUrl && !URL.canParse(databaseUrl)) {
    errors.push(
      'DATABASE_URL ne se lit pas : postgres://utilisateur:mot-de-passe@hôte:port/base, où / ? # @ et % d’un mot de passe s’écrivent %2F %3F %23 %40 et %25.',
    );
  }
  const natsUrl = env.NATS_URL?.trim() || null;
  if (natsUrl && !natsUrl.split(',').every(isNatsAddress)) {
    errors.push(
      'NATS_URL doit être une adresse qui commence par nats:// ou tls://, ou plusieurs, séparées par des virgules.',
    );
  }
  const secret = env.SECRET?.trim() || null;
  const role = text('ROLE', 'whole');
  const internalUrl = env.INTERNAL_URL?.trim() || null;
  if (role !== 'whole' && role !== 'compare') errors.push('ROLE doit valoir whole ou compare.');
  if (internalUrl && !(/^http:\/\/[^\s/@]+\/?$/.test(internalUrl) && URL.canParse(internalUrl))) {
    errors.push('INTERNAL_URL doit être une adresse http://hôte:port, sans chemin ni mot de passe.');
  }
  if (role === 'compare') {
    if (!natsUrl) errors.push('NATS_URL est demandé avec ROLE=compare. Les taux viennent du flux.');
    if (!internalUrl)
      errors.push('INTERNAL_URL est demandé avec ROLE=compare. Les écritures y sont transmises.');
    if (databaseUrl || secret) {
      errors.push('ROLE=compare se passe de DATABASE_URL et de SECRET. Retirez-les de cette instance.');
    }
  }
  if (databaseUrl && !secret) {
    errors.push('SECRET est demandé avec DATABASE_URL : le même pour toutes les instances.');
  }
  const secretBefore = env.SECRET_BEFORE?.trim() || null;
  if (secret && secret.length < 32) errors.push('SECRET doit compter au moins 32 caractères.');
  if (secretBefore && (!secret || secret === secretBefore)) {
    errors.push('SECRET_BEFORE est l’ancienne valeur de SECRET, qui en demande une nouvelle.');
  }
  const staticImagesUrl = text('STATIC_IMAGES_URL', '/images').replace(/\/+$/, '');
  if (!/^(https?:\/\/[^/\s"'<>;,]+)?(\/[^\s"'<>;,]*)?$/.test(staticImagesUrl)) {
    errors.push('STATIC_IMAGES_URL doit être une adresse http(s) ou un chemin qui commence par /.');
  }
  const smtpUrl = env.SMTP_URL?.trim() || null;
  if (smtpUrl && !(/^smtps?:\/\/[^\s]+$/.test(smtpUrl) && URL.canParse(smtpUrl))) {
    // may contain a password too
    errors.push('SMTP_URL doit être une adresse qui commence par smtp:// ou smtps://.');
  }
  const mailFrom = text('MAIL_FROM', 'Parité <no-reply@parite.example>');
  if (!/^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/.test(mailFrom)) {
    errors.push('MAIL_FROM doit être une adresse e-mail, seule ou sous la forme « Nom <adresse> ».');
  }
  if (smtpUrl && !env.MAIL_FROM?.trim()) errors.push('MAIL_FROM est demandé avec SMTP_URL.');
  const ratesFeedUrl = env.RATES_FEED_URL?.trim() || null;
  if (ratesFeedUrl && !(/^https?:\/\//.test(ratesFeedUrl) && URL.canParse(ratesFeedUrl))) {
    errors.push('RATES_FEED_URL doit être une adresse http(s).');
  }
  const backupRecipient = env.BACKUP_RECIPIENT?.trim() || null;
  // a private key set here by mistake must not appear in a log
  if (backupRecipient && !/^(age1[a-z0-9]+|none)$/.test(backupRecipient)) {
    errors.push('BACKUP_RECIPIENT doit être une clé publique age, qui commence par age1, ou none.');
  } else if (backupRecipient && backupRecipient !== 'none' && !isRecipient(backupRecipient)) {
    errors.push(DAMAGED_RECIPIENT);
  }
  const nodeEnv = env.NODE_ENV || null;
  if (nodeEnv !== null && !['production', 'development', 'test'].includes(nodeEnv)) {
    errors.push(`NODE_ENV doit valoir production, development ou test, et vaut « ${nodeEnv} ».`);
  }
  const demo = flag('DEMO', databaseUrl === null && role !== 'compare');
  const config: Config = {
    port: integer('PORT', 3000, 0, 65535),
    host: text('HOST', '127.0.0.1'),
    publicHost: hostName('PUBLIC_HOST', 'localhost'),
    backofficeHost: hostName('BACKOFFICE_HOST', 'backoffice.localhost'),
    role: role === 'compare' ? 'compare' : 'whole',
    internalUrl,
    databaseUrl,
    natsUrl,
    dataDir: path.resolve(text('DATA_DIR', './data')),
    demo,
    demoIsAsked: Boolean(env.DEMO?.trim()) && demo,
    factorMayWait: false,
    demoMoves: flag('DEMO_MOVES', true),
    fictional: 0,
    demoPassword: text('DEMO_PASSWORD', PUBLISHED_PASSWORD),
    staticImagesUrl,
    secret,
    secretBefore,
    trustProxy: flag('TRUST_PROXY', false),
    freshHours: integer('FRESH_HOURS', 24, 1, 8760),
    staleDays: integer('STALE_DAYS', 7, 1, 365),
    marginJump: integer('MARGIN_JUMP', 5, 1, 50),
    heldAbove: integer('HELD_ABOVE', 3, 0, 999_999_999),
    heldOff: integer('HELD_OFF', 50, 1, 999_999_999),
    midRateDays: integer('MID_RATE_DAYS', 7, 1, 365),
    rateLimit: integer('RATE_LIMIT', 120, 1, 999_999_999),
    signUpLimit: integer('SIGN_UP_LIMIT', 10, 1, 999_999_999),
    smtpUrl,
    mailFrom,
    publisher: null,
    ratesFeedUrl,
    ratesFeedInterval: integer('RATES_FEED_INTERVAL', 3600, 1, 604_800),
    backupRecipient,
    metricsPort: env.METRICS_PORT?.trim() ? integer('METRICS_PORT', 0, 0, 65535) : null,
    development: nodeEnv === 'development',
    production: nodeEnv === 'production',
  };
  config.factorMayWait = config.demo;
  const published = readPublisher(env, shows && !config.demo && !isLocal(config.publicHost));
  config.publisher = published.publisher;
  errors.push(...published.errors);
  if (config.publicHost === config.backofficeHost) {
    errors.push('PUBLIC_HOST et BACKOFFICE_HOST doivent être deux hôtes différents.');
  }
  if (config.metricsPort !== null && config.metricsPort !== 0 && config.metricsPort === config.port) {
    errors.push(
      `METRICS_PORT et PORT doivent être deux ports différents, et valent tous deux ${config.port}.`,
    );
  }
  if (config.staleDays * 24 < config.freshHours) {
    errors.push('STALE_DAYS doit durer au moins autant que FRESH_HOURS.');
  }
  if (config.demoPassword.length < 12 || config.demoPassword.length > 256) {
    errors.push('DEMO_PASSWORD doit compter de 12 à 256 caractères.');
  }
  if (errors.length > 0) throw new ConfigError(errors);
  return config;
}

function isNatsAddress(address: string): boolean {
  return /^(nats|tls):\/\/[^\s]+$/.test(address.trim()) && URL.canParse(address.trim());
}
