// Duration: commands that change a database, two of them in a process.
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Ran, readCli, runCli, startCli } from './testing/cli-process.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';
import { aCompanyRow } from './testing/rows.ts';

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
const ARTICLES = join(import.meta.dirname, '../content/articles');

const AWAY = 'postgres://a@127.0.0.1:1/a';

let database: TestDatabase;
let url = AWAY;
let folder: string;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parite-cli-'));
});
afterAll(() => rm(folder, { recursive: true }));

// A database for each test of a group that comes as far as one.
function openOneEach(): void {
  beforeEach(async () => {
    database = await createTestDatabase();
    ({ url } = database);
  });
  afterEach(() => database.close());
}

/** Seconds each, on a busy machine: for what a process alone shows. */
async function cliProcess(args: readonly string[]): Promise<Ran> {
  const child = startCli(args, folder, { DATABASE_URL: url, SECRET });
  child.stdin?.end();
  return readCli(child);
}

function cli(args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  return runCli(args, folder, { DATABASE_URL: url, SECRET, ...env });
}

// Help goes to the process, which is that of the test.
async function readHelp(args: readonly string[]): Promise<Ran> {
  const [out, said] = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockReturnValue(true),
  );
  const { code } = await cli(args).finally(() => vi.restoreAllMocks());
  const textOf = (spy = out) => (spy?.mock.calls ?? []).map(([text]) => String(text)).join('');
  return { code, out: textOf(), said: textOf(said) };
}

describe('what is written wrongly', () => {
  test.each([
    [[], 2, 'Emploi : npm run cli'],
    [['restore', 'absente.sql'], 1, 'absente.sql n’existe pas.'],
  ])('%j, in a process: exit code %i and a sentence', async (args, code, sentence) => {
    const ran = await cliProcess(args);
    expect(ran.said).toContain(sentence);
    expect(ran).toMatchObject({ code, out: '' });
    expect(ran.said).not.toMatch(/\n\s+at /);
  });

  test.each([
    [['create-admin'], 2, 'Il manque <e-mail>.'],
    [['bureaux'], 2, 'La commande « bureaux » n’existe pas.'],
    [['company', 'add', 'Quais'], 2, 'L’option --site <adresse> est demandée.'],
    [['restore', 'a.sql', '--force'], 2, 'L’option --force n’existe pas ici.'],
    [['user', 'invite', 'a@b.fr', 'Zoé'], 2, 'Donnez un bureau par --company, ou des droits par --scope.'],
    [['privacy', 'erase', 'zoe@exemple.fr'], 2, 'ajoutez --yes'],
    [['privacy', 'export', 'zoé'], 2, '« zoé » n’est pas une adresse e-mail.'],
  ])('%j: exit code %i and a sentence', async (args, code, sentence) => {
    const ran = await cli(args);
    expect(ran.said).toContain(sentence);
    expect(ran).toMatchObject({ code, out: '' });
    expect(ran.said).not.toMatch(/\n\s+at /);
  });

  test('help is given in French, and is no failure', async () => {
    const ran = await readHelp(['backup', '--help']);
    expect(ran).toMatchObject({ code: 0, said: '' });
    expect(ran.out).toMatch(/^Emploi : npm run cli -- backup \[/);
    expect(ran.out).not.toMatch(/usage|display|default/i);
    const ofGroup = await readHelp(['company']);
    expect(ofGroup).toMatchObject({ code: 2, out: '' });
    expect(ofGroup.said).toMatch(/^Emploi : npm run cli -- company/);
  });

  test('a setting that cannot be used, and a database that is away, are said', async () => {
    expect(await cli(['leads', 'export'], { SECRET: 'court' })).toMatchObject({
      code: 1,
      said: expect.stringContaining('SECRET doit compter au moins 32 caractères.'),
    });
    expect(await cli(['leads', 'export'], { DATABASE_URL: AWAY })).toMatchObject({
      code: 1,
      said: expect.stringContaining('à l’hôte et au port de DATABASE_URL : connexion refusée.'),
    });
  });
});

describe('people', () => {
  openOneEach();

  test('create-admin makes an account without a password, a link and a mail; a second one is refused', async () => {
    const made = await cli(['create-admin', 'helene@exemple.fr', 'Hélène', 'Morvan']);
    expect(made).toMatchObject({
      code: 0,
      said: expect.stringContaining('Compte créé pour helene@exemple.fr'),
    });
    expect(made.out).toMatch(/^http:\/\/backoffice\.localhost:3000\/#\/\S+\n$/);
    const user = await database.db
      .selectFrom('users')
      .where('mail', '=', 'helene@exemple.fr')
      .select(['id', 'role', 'status', 'company_id', 'surname'])
      .executeTakeFirstOrThrow();
    expect(user).toMatchObject({ role: 'administrateur', status: 'awaiting_password', surname: 'Morvan' });
    const [mail, entry] = await Promise.all([
      database.db.selectFrom('mails').select(['kind', 'recipient']).executeTakeFirst(),
      database.db.selectFrom('audit_entries').select(['action', 'user_id']).executeTakeFirst(),
    ]);
    expect(mail).toEqual({ kind: 'invitation', recipient: 'helene@exemple.fr' });
    expect(entry).toEqual({ action: 'user.invited', user_id: null });

    const again = await cli(['create-admin', 'Helene@exemple.fr', 'Hélène']);
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(again.said).not.toContain('Erreur inattendue');
  });

  test('create-admin --root gives every right', async () => {
    expect((await cli(['create-admin', 'root@exemple.fr', 'Racine', '--root'])).code).toBe(0);
    const scopes = await database.db
      .selectFrom('user_scopes')
      .innerJoin('users', 'users.id', 'user_id')
      .where('mail', '=', 'root@exemple.fr')
      .select('scope')
      .execute();
    expect(scopes).toEqual([{ scope: '**' }]);
  });

  test('company add and user invite, by the bureau’s name or number', async () => {
    const logo = join(folder, 'logo.png');
    await sharp({ create: { width: 300, height: 160, channels: 3, background: '#0B5D4B' } })
      .png()
      .toFile(logo);
    const site = ['--site', 'https://quais.example'];
    const added = await cli([
      'company',
      'add',
      'Change des Quais',
      ...site,
      '--partner',
      '--logo',
      'logo.png',
    ]);
    expect(added).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\n$/) });
    const company = await database.db
      .selectFrom('companies')
      .selectAll()
      .where('id', '=', Number(added.out))
      .executeTakeFirstOrThrow();
    expect(company).toMatchObject({ name: 'Change des Quais', is_partner: true });
    expect(company.logo).not.toBe('default');

    for (const [mail, bureau] of [
      ['un@exemple.fr', 'Change des Quais'],
      ['deux@exemple.fr', added.out.trim()],
      ['trois@exemple.fr', ' change des QUAIS'],
    ] as const) {
      const invited = await cli(['user', 'invite', mail, 'Zoé', 'Petit', '--company', bureau]);
      expect(invited).toMatchObject({ code: 0, out: expect.stringContaining('#/') });
      expect(invited.said).toContain(`Compte créé pour ${mail}, bureau Change des Quais.`);
    }
    const agents = await database.db
      .selectFrom('users')
      .where('company_id', '=', company.id)
      .select('role')
      .execute();
    expect(agents).toEqual([{ role: 'agent' }, { role: 'agent' }, { role: 'agent' }]);
  });

  test.each([
    [['company', 'add', 'Autre', '--site', 'http://autre.example'], /https/],
    [['company', 'add', 'Change des Quais', '--site', 'https://autre.example'], /déjà/],
    [['company', 'add', 'Autre', '--site', 'https://autre.example', '--logo', import.meta.filename], /image/],
    [
      ['user', 'invite', 'x@exemple.fr', 'Zoé', '--company', 'Nulle part'],
      /Aucun bureau ne s’appelle « Nulle part »/,
    ],
    [
      ['user', 'invite', 'x@exemple.fr', 'Zoé', '--scope', 'tout.voir'],
      /Aucun droit ne s’appelle « tout\.voir »/,
    ],
    [['create-admin', 'sans-arobase', 'Zoé'], /adresse e-mail/],
  ])('%j is refused with a sentence, and nothing is added', async (args, sentence) => {
    await database.db
      .insertInto('companies')
      .values(aCompanyRow({ name: 'Change des Quais' }))
      .execute();
    const count = () => database.db.selectFrom('audit_entries').select('id').execute();
    const before = await count();
    const ran = await cli(args);
    expect(ran).toMatchObject({ code: 1, out: '', said: expect.stringMatching(sentence) });
    expect(ran.said).not.toContain('Erreur inattendue');
    expect(await count()).toEqual(before);
  });
});

describe('article import', () => {
  openOneEach();

  const article = (id: string, fields: Record<string, string> = {}) => {
    const head = { id, group: 'Essais', featured: 'false', topic: 'Taux', title: 'Titre', ...fields };
    const lines = Object.entries(head).map(([key, value]) => `${key}: ${value}`);
    const rest = 'description: Phrase\ndescriptions:\n- Ligne\nimage_alt: Alt\npublication_date: 2026-01-01';
    const image = fields.image ? '' : '\nimage: taux-intermediaire';
    return `---\n${lines.join('\n')}\n${rest}${image}\n---\nTexte <script>alert(1)</script>\n`;
  };
  const put = async (name: string, content: string) => writeFile(join(folder, `${name}.md`), content);
  const featured = () =>
    database.db
      .selectFrom('articles')
      .where('group', '=', 'Essais')
      .where('is_featured', '=', true)
      .select('id')
      .execute();

  test('publishes a folder, and finds nothing to change the second time', async () => {
    const first = await cli(['article', 'import', ARTICLES]);
    expect(first.code).toBe(0);
    const files = (await readdir(ARTICLES)).length;
    expect(first.out.match(/^publié : /gm)).toHaveLength(files);
    const second = await cli(['article', 'import', ARTICLES]);
    expect(second.out.match(/^inchangé : /gm)).toHaveLength(files);
  });

  test('updates by id, sanitised, and hands over the place that one article of a group has', async () => {
    await put('essai-un', article('essai-un', { featured: 'true' }));
    await put('essai-deux', article('essai-deux'));
    expect((await cli(['article', 'import', 'essai-un.md', 'essai-deux.md'])).code).toBe(0);
    await put('essai-deux', article('essai-deux', { featured: 'true', title: 'Autre titre' }));
    const ran = await cli(['article', 'import', 'essai-deux.md']);
    expect(ran.out).toBe('mis à jour : essai-deux\nn’est plus mis en avant dans « Essais » : essai-un\n');
    expect(await featured()).toEqual([{ id: 'essai-deux' }]);
    const stored = await database.db
      .selectFrom('articles')
      .where('id', '=', 'essai-deux')
      .select(['title', 'content'])
      .executeTakeFirstOrThrow();
    expect(stored.title).toBe('Autre titre');
    expect(stored.content).not.toContain('<script');
  });

  test.each([
    ['mal', () => article('autre'), 'le champ « id » doit être « mal »'],
    ['mal', () => article('mal', { image: 'absente' }), 'L’image « absente » manque'],
    ['essai-deux', () => article('essai-deux'), '« Essais » ne mettrait plus aucun article en avant'],
    ['mal', () => article('mal', { group: 'Seul' }), '« Seul » ne mettrait plus aucun article en avant'],
  ])('refuses %s, and publishes none of those that came with it', async (name, content, sentence) => {
    await put('essai-deux', article('essai-deux', { featured: 'true' }));
    expect((await cli(['article', 'import', 'essai-deux.md'])).code).toBe(0);
    await put('bien', article('bien', { title: 'Bien' }));
    await put(name, content());
    const ran = await cli(['article', 'import', 'bien.md', `${name}.md`]);
    expect(ran).toMatchObject({ code: 1, out: '', said: expect.stringContaining(sentence) });
    const found = await database.db.selectFrom('articles').where('id', '=', 'bien').select('id').execute();
    expect(found).toEqual([]);
  });
});

describe('rates import', () => {
  openOneEach();

  beforeAll(() =>
    writeFile(
      join(folder, 'taux.json'),
      JSON.stringify({
        date: new Date().toISOString().slice(0, 10),
        eur: { usd: 1.136, gbp: 0.8754, mad: -1 },
      }),
    ),
  );

  test('takes the rates over, and tells what it refuses', async () => {
    const ran = await cli(['rates', 'import', 'taux.json']);
    expect(ran).toMatchObject({ code: 0, out: expect.stringMatching(/2 admis, dont 2 nouveaux, 1 refusés/) });
    expect(ran.out).toContain('MAD');
    const rates = await database.db
      .selectFrom('mid_rates')
      .orderBy('currency_code')
      .select(['currency_code', 'source'])
      .execute();
    expect(rates).toEqual([
      { currency_code: 'GBP', source: 'taux.json' },
      { currency_code: 'USD', source: 'taux.json' },
    ]);
  });

  test('publishes the rates of a bureau in one batch, once what is unusual was agreed to', async () => {
    const { db } = database;
    expect((await cli(['rates', 'import', 'taux.json'])).code).toBe(0);
    const { id } = await db
      .insertInto('companies')
      .values(aCompanyRow({ name: 'Change du Fichier' }))
      .returning('id')
      .executeTakeFirstOrThrow();
    const bring = async (text: string, ...options: string[]) => {
      await writeFile(join(folder, 'bureau.csv'), text);
      return cli(['rates', 'import', '--company', 'Change du Fichier', 'bureau.csv', ...options]);
    };
    const lines = () =>
      db
        .selectFrom('fixing_logs')
        .where('company_id', '=', id)
        .orderBy('id')
        .select(['currency_code as code', 'purchase', 'sale', 'origin', 'user_id'])
        .execute();
    expect(await bring('Devise;Achat;Vente\nUSD;1,17;1,10\nXYZ;1;1\n')).toMatchObject({
      code: 1,
      out: expect.stringContaining('XYZ refusé : Aucune devise reconnue.'),
      said: expect.stringContaining('Publication refusée'),
    });
    const unusual = 'Devise;Achat;Vente\nUSD;1,17;1,10\nLivre sterling;1,2;0,85\n';
    expect(await bring(unusual)).toMatchObject({ code: 2, said: expect.stringContaining('ajoutez --yes') });
    expect(await lines()).toEqual([]);
    expect(await bring(unusual, '--yes')).toMatchObject({
      code: 0,
      out: expect.stringContaining('GBP nouveau, achat 1.2, vente 0.85, inhabituel'),
      said: expect.stringContaining('Taux publiés pour Change du Fichier : 2.'),
    });
    const amounts = (await lines()).map(({ purchase, sale, ...line }) => [
      Number(purchase),
      Number(sale),
      line,
    ]);
    expect(amounts).toEqual([
      [1.17, 1.1, { code: 'USD', origin: 'import', user_id: null }],
      [1.2, 0.85, { code: 'GBP', origin: 'import', user_id: null }],
    ]);
    expect((await bring(unusual)).said).toContain('Rien à publier');
    expect((await bring('PK\u0003\u0004')).said).toContain('Enregistrez ce classeur en CSV');
  });

  test('refuses a file that is neither shape', async () => {
    await writeFile(join(folder, 'autre.txt'), 'bonjour');
    const ran = await cli(['rates', 'import', 'autre.txt']);
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.said).not.toContain('Erreur inattendue');
  });
});

describe('what is kept of travellers', () => {
  openOneEach();

  const at = new Date('2026-11-20T15:00:00Z');

  beforeEach(async () => {
    const { id } = await database.db
      .insertInto('companies')
      .values(aCompanyRow({ name: 'Zéphyr, "devises"', site: 'https://zephyr.example' }))
      .returning('id')
      .executeTakeFirstOrThrow();
    const leads = ['zoe@exemple.fr', '=cmd@exemple.fr', ''].map((email) => ({ at, company_id: id, email }));
    await database.db.insertInto('leads').values(leads).execute();
    await database.db
      .insertInto('subscriptions')
      .values({
        at,
        email: 'zoe@exemple.fr',
        type: 'newsletter',
        consent_text: 'D’accord.',
        confirmed_at: at,
      })
      .execute();
  });

  test('leads export writes a CSV that Excel reads, without a formula in it', async () => {
    const ran = await cli(['leads', 'export', 'leads.csv']);
    expect(ran).toMatchObject({ code: 0, out: '' });
    const file = await readFile(join(folder, 'leads.csv'), 'utf8');
    expect(file.startsWith('\uFEFFdate,bureau,site,e-mail,consentement,texte du consentement\r\n')).toBe(
      true,
    );
    expect(file).toContain(
      '\r\n2026-11-20T15:00:00.000Z,"Zéphyr, ""devises""",https://zephyr.example,zoe@exemple.fr,,\r\n',
    );
    expect(file).toContain(",'=cmd@exemple.fr,");
    expect((await stat(join(folder, 'leads.csv'))).mode & 0o777).toBe(0o600);
    const again = await cli(['leads', 'export', 'leads.csv']);
    expect(again).toMatchObject({ code: 1, said: expect.stringContaining('leads.csv existe déjà') });
  });

  test('subscriptions export gives them on the standard output', async () => {
    const ran = await cliProcess(['subscriptions', 'export']);
    expect(ran.code).toBe(0);
    expect(ran.out).toContain(
      '2026-11-20T15:00:00.000Z,zoe@exemple.fr,newsletter,2026-11-20T15:00:00.000Z,D’accord.\r\n',
    );
  });

  test('privacy export gives all that is kept under an address, and privacy erase leaves none of it', async () => {
    const kept = await cli(['privacy', 'export', 'Zoe@Exemple.fr']);
    const { leads, subscriptions } = JSON.parse(kept.out);
    expect([leads, subscriptions]).toEqual([
      [expect.objectContaining({ company: 'Zéphyr, "devises"' })],
      [expect.objectContaining({ consent_text: 'D’accord.' })],
    ]);
    const erased = await cli(['privacy', 'erase', ' ZOE@exemple.fr', '--yes']);
    expect(erased).toMatchObject({ code: 0 });
    expect(erased.out).toContain('abonnements effacés : 1');
    const left = JSON.parse((await cli(['privacy', 'export', 'zoe@exemple.fr'])).out);
    expect([left.leads, left.subscriptions]).toEqual([[], []]);
    const again = await cli(['privacy', 'erase', 'zoe@exemple.fr', '--yes']);
    expect(again).toMatchObject({
      code: 1,
      out: '',
      said: expect.stringContaining('Aucune donnée n’est gardée sous'),
    });
  });
});
