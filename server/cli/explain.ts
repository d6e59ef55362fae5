import { CommanderError } from 'commander';
import { BackupFailure } from '../backups/backup-failure.ts';
import { ConfigError } from '../config.ts';
import { isDatabaseAway } from '../db/away.ts';
import { RestoreRefused } from '../db/restore.ts';
import { FeedFailure } from '../features/rates-feed/feed-failure.ts';
import { HttpError } from '../http/http-error.ts';
import { CommandFailure, UsageError } from './failures.ts';

const FAILED = 1;
const WRONG_USE = 2;
const HELP = 'L’aide : npm run cli -- help';

// French for commander's messages by code, with the quoted word
const MISUSES: Record<string, (word: string) => string> = {
  'commander.unknownCommand': (word) => `La commande « ${word} » n’existe pas.`,
  'commander.unknownOption': (word) => `L’option ${word} n’existe pas ici.`,
  'commander.missingArgument': (word) => `Il manque <${word}>.`,
  'commander.excessArguments': () =>
    'Il y a plus d’éléments que la commande n’en prend. Mettez entre guillemets ceux qui ont des espaces.',
  'commander.missingMandatoryOptionValue': (word) => `L’option ${word} est demandée.`,
  'commander.optionMissingArgument': (word) => `L’option ${word} demande une valeur.`,
  'commander.conflictingOption': () => 'Ces options ne vont pas ensemble.',
};

// errors with a French sentence for the person as their message
const SENTENCES = [CommandFailure, HttpError, BackupFailure, RestoreRefused, FeedFailure];

const FILES: Record<string, string> = {
  ENOENT: 'n’existe pas',
  EACCES: 'ne peut pas être ouvert : les droits manquent',
  EPERM: 'ne peut pas être ouvert : les droits manquent',
  EISDIR: 'est un dossier',
  ENOTDIR: 'n’est pas dans un dossier',
  EEXIST: 'existe déjà',
  ENOSPC: 'ne peut pas être écrit : le disque est plein',
  EROFS: 'ne peut pas être écrit : le disque est en lecture seule',
};

export function explain(error: unknown): { sentences: string[]; exitCode: number } {
  if (error instanceof CommanderError) return explainMisuse(error);
  if (error instanceof UsageError) return { sentences: [error.message, HELP], exitCode: WRONG_USE };
  return { sentences: explainFailure(error), exitCode: FAILED };
}

function explainMisuse({ code, message, exitCode }: CommanderError) {
  // the help that was asked for
  if (exitCode === 0) return { sentences: [], exitCode };
  // a group without its command: commander has shown the help
  if (code === 'commander.help') return { sentences: [], exitCode: WRONG_USE };
  const word = /'([^']*)'/.exec(message)?.[1] ?? '';
  const sentence = MISUSES[code]?.(word) ?? message;
  return { sentences: [sentence, HELP], exitCode: WRONG_USE };
}

function explainFailure(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  if (error instanceof ConfigError) return [...error.sentences];
  if (SENTENCES.some((kind) => error instanceof kind)) return [error.message];
  const { code, path } = error as NodeJS.ErrnoException;
  if (path !== undefined && code !== undefined && FILES[code]) return [`${path} ${FILES[code]}.`];
  if (isDatabaseAway(error)) {
    return ['La base de données ne répond pas, ou s’est arrêtée. Les étapes inachevées sont annulées.'];
  }
  // the sentences of the database folder, the migrations, an article are plain errors
  if (error.constructor === Error) return [error.message];
  return [`Erreur inattendue. ${error.stack ?? error.message}`];
}
