import { type Argument, Command } from 'commander';
import { createAdmin, inviteToCompany, removeFactors } from './accounts.ts';
import { importArticles } from './articles.ts';
import { backUp } from './backup.ts';
import { believeDatabaseClock } from './clock.ts';
import { addCompanyCommand } from './companies.ts';
import { importCompanyRates } from './company-rates.ts';
import { removeDemo } from './demo.ts';
import { runDoctor } from './doctor.ts';
import { exportLeads, exportSubscriptions } from './exports.ts';
import { erasePrivacy, exportLedger, exportPrivacy, replayLedger } from './privacy.ts';
import { importRatesFile } from './rates.ts';
import { reopenEnded } from './reservations.ts';
import { restore } from './restore.ts';
import type { Shell } from './shell.ts';

const TITLES: Record<string, string> = {
  'Usage:': 'Emploi :',
  'Arguments:': 'Éléments :',
  'Options:': 'Options :',
  'Commands:': 'Commandes :',
};
const OUTPUT = 'où écrire (sans lui : à l’écran)';

/** Throws commander's errors, which server/cli/explain.ts translates. */
export function buildProgram(shell: Shell): Command {
  const program = explainHelp(translateMessages(new Command('npm run cli --')))
    .description(
      'Les commandes d’exploitation de Parité. Les réglages sont ceux du serveur (docs/operations.md).',
    )
    .addHelpText('after', '\nCodes de sortie : 0 fait, 1 échec, 2 commande mal écrite.');
  addPeople(program, shell);
  addContent(program, shell);
  addAudience(program, shell);
  addBackup(program, shell);
  addClock(program, shell);
  const demo = addGroup(program, 'demo', 'retire la démonstration d’une base qui continue');
  add(demo, 'remove', 'retire bureaux, comptes, taux et articles fictifs ; tous, ou aucun')
    .option('--yes', 'sans demander de confirmation, même pour ce qui a été modifié')
    .action((options) => removeDemo(shell, options));
  add(
    program,
    'doctor',
    'vérifie réglages, DNS, TLS, mails, flux, horloge, disque, base et sauvegarde',
  ).action(() => runDoctor(shell));
  return program;
}

function addPeople(program: Command, shell: Shell): void {
  add(program, 'create-admin', 'crée le compte d’un administrateur et donne le lien de son mot de passe')
    .argument('<e-mail>', 'son identifiant')
    .argument('<prénom>')
    .argument('[nom]')
    .option('--root', 'avec tous les droits')
    .option('--phone <numéro>', 'téléphone')
    .action((mail, name, surname = '', { root, phone = '' }) =>
      createAdmin(shell, { mail, name, surname, phone }, { root }),
    );
  const company = addGroup(program, 'company', 'ajoute un bureau');
  add(company, 'add', 'ajoute un bureau et donne son numéro')
    .argument('<nom>')
    .requiredOption('--site <adresse>', 'son site, en https')
    .option('--phone <numéro>', 'téléphone')
    .option('--email <adresse>', 'e-mail')
    .option('--authorisation <numéro>', 'son numéro REGAFI ou son code CIB')
    .option('--partner', 'partenaire')
    .option('--logo <image>', 'PNG, JPEG ou WebP, ramené à 150 × 80')
    .action((name, { site, phone = '', email = '', authorisation = '', partner = false, logo }) =>
      addCompanyCommand(shell, { name, site, phone, email, is_partner: partner, authorisation }, logo),
    );
  const user = addGroup(program, 'user', 'invite un utilisateur, retire une double authentification');
  add(user, 'invite', 'crée un compte et donne le lien de son mot de passe')
    .argument('<e-mail>', 'son identifiant')
    .argument('<prénom>')
    .argument('[nom]')
    .option('--company <bureau>', 'son bureau, par nom ou numéro')
    .option('--scope <droit...>', 'ses droits (sans eux : ceux d’un agent)')
    .option('--phone <numéro>', 'téléphone')
    .action((mail, name, surname = '', { phone = '', ...options }) =>
      inviteToCompany(shell, { mail, name, surname, phone }, options),
    );
  add(user, 'remove-factors', 'retire la double authentification d’un compte et ferme ses sessions')
    .argument('<e-mail>', 'son identifiant')
    .action((mail) => removeFactors(shell, mail));
}

function addContent(program: Command, shell: Shell): void {
  const article = addGroup(program, 'article', 'publie des articles, ou les met à jour');
  add(article, 'import', 'publie des articles, ou les met à jour ; tous, ou aucun')
    .argument('<fichiers...>', 'en Markdown (comme content/articles), ou leurs dossiers')
    .action((files) => importArticles(shell, files));
  const rates = addGroup(program, 'rates', 'reprend les taux d’un fichier');
  add(
    rates,
    'import',
    'reprend les taux intermédiaires, selon les règles du flux, ou publie ceux d’un bureau',
  )
    .argument(
      '<fichier>',
      'eurofxref-daily.xml, ou JSON { "date", "eur": { "usd": 1.136 } } ; d’un bureau : CSV',
    )
    .option('--company <bureau>', 'par nom ou numéro : publie son achat et sa vente ; tous, ou aucun')
    .option('--yes', 'avec --company : sans demander de confirmation')
    .action((file, { company, yes }) =>
      company === undefined
        ? importRatesFile(shell, file)
        : importCompanyRates(shell, file, { company, yes }),
    );
}

function addAudience(program: Command, shell: Shell): void {
  const leads = addGroup(program, 'leads', 'donne en CSV les voyageurs envoyés aux bureaux');
  add(leads, 'export', 'les donne en CSV')
    .argument('[fichier]', OUTPUT)
    .action((file) => exportLeads(shell, file));
  const subscriptions = addGroup(program, 'subscriptions', 'donne en CSV les abonnements');
  add(subscriptions, 'export', 'les donne en CSV')
    .argument('[fichier]', OUTPUT)
    .action((file) => exportSubscriptions(shell, file));
  const privacy = addGroup(program, 'privacy', 'donne, ou efface, ce qui est gardé d’une personne');
  add(privacy, 'export', 'le donne en JSON')
    .argument('<e-mail>')
    .argument('[fichier]', OUTPUT)
    .action((email, file) => exportPrivacy(shell, email, file));
  add(privacy, 'erase', 'l’efface')
    .argument('<e-mail>')
    .option('--yes', 'sans demander de confirmation')
    .action((email, options) => erasePrivacy(shell, email, options));
  add(privacy, 'ledger', 'donne le registre des effacements, sans personne dedans')
    .argument('[fichier]', OUTPUT)
    .action((file) => exportLedger(shell, file));
  add(privacy, 'replay', 'efface de nouveau ce que dit un registre')
    .argument('<fichier>', 'de privacy ledger ; « - » pour l’entrée standard')
    .action((file) => replayLedger(shell, file));
}

function addBackup(program: Command, shell: Shell): void {
  add(program, 'backup', 'sauvegarde toute la base, au format texte de pg_dump, compressée')
    .option('--out <fichier>', 'où, en .sql.gz, ou .sql.gz.age chiffrée (sans lui : un nom daté)')
    .option('--into <dossier>', 'où garder celles de chaque jour, sous un nom daté')
    .option('--keep <jours>', 'avec --into : combien de temps (sans lui : 30)')
    .option('--verify', 'la restaure dans une base d’essai (avec --into : chaque semaine sans le demander)')
    .option('--nightly [heure]', 'avec --into : chaque nuit, jusqu’à ce qu’on l’arrête (sans heure : 02:30)')
    .action((options) => backUp(shell, options));
  add(program, 'restore', 'remet une sauvegarde dans une base vide, le serveur arrêté ; toute, ou rien')
    .argument('<fichier>', 'de backup ou de pg_dump ; « - » pour l’entrée standard')
    .option('--replace', 'efface d’abord ce que la base contient')
    .option('--identity <fichier>', 'la clé privée age d’une sauvegarde chiffrée ; « - » pour l’entrée')
    .option('--scratch', 'dans une base d’essai, effacée ensuite : pour vérifier la sauvegarde')
    .action((file, options) => restore(shell, file, options));
}

function addClock(program: Command, shell: Shell): void {
  const clock = addGroup(program, 'clock', 'croit l’heure de la base de données');
  add(clock, 'believe', 'la croit dès maintenant, après un long arrêt ou une remise à l’heure')
    .option('--yes', 'sans demander de confirmation')
    .action((options) => believeDatabaseClock(shell, options));
  const reservations = addGroup(program, 'reservations', 'rouvre ce qu’une horloge fausse a clos');
  add(
    reservations,
    'reopen',
    'rouvre les réservations closes à l’échéance entre deux instants, si leur heure est à venir',
  )
    .requiredOption('--ended-between <instants...>', 'les deux, comme 2026-11-27T08:00Z 2026-11-27T09:30Z')
    .option('--yes', 'sans demander de confirmation')
    .action((options) => reopenEnded(shell, options));
}

function addGroup(parent: Command, name: string, description: string): Command {
  return explainHelp(add(parent, name, description));
}

function add(parent: Command, name: string, description: string): Command {
  const command = translateMessages(new Command(name)).description(description);
  parent.addCommand(command);
  return command;
}

function explainHelp(command: Command): Command {
  return command.helpCommand('help [commande]', 'affiche l’aide d’une commande');
}

function translateMessages(command: Command): Command {
  return command
    .exitOverride()
    .helpOption('-h, --help', 'affiche cette aide')
    .configureHelp({
      styleTitle: (title) => TITLES[title] ?? title,
      styleUsage: (usage) => usage.replace('[command]', '<commande>'),
      subcommandTerm: nameWithin,
    })
    .configureOutput({ outputError: () => undefined });
}

function nameWithin(command: Command): string {
  const words = command.commands.map((subcommand) => subcommand.name());
  if (words.length > 0) return `${command.name()} ${words.join('|')}`;
  return [command.name(), ...command.registeredArguments.map(humanReadable)].join(' ');
}

function humanReadable(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}
