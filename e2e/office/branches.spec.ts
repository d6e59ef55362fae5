// Duration: branches made, closed and imported.
import { readFile } from 'node:fs/promises';
import { administratorScopes } from '#domain/iam/presets.ts';
import { expectAccessible, expectNoSidewaysScroll, wearAuditedScheme } from '../audit.ts';
import { answer, expect, fix, goTo, test } from './office.ts';

// where nobody else has a branch
const FLORAC = { label: 'Florac Trois Rivières (48)', code: '48061' };
const TIMES = [
  ['Lundi, ouverture', '09:00'],
  ['Lundi, fermeture', '12:00'],
  ['Lundi, seconde ouverture', '14:00'],
  ['Lundi, seconde fermeture', '18:30'],
] as const;

test('an agent sets a branch’s address, hours and closure, and travellers are offered it there @phone', async ({
  page,
  open,
  db,
  enter,
  isMobile,
}) => {
  test.slow();
  await wearAuditedScheme(page, isMobile);
  const agent = await open();
  await fix(db, agent, 'USD', { purchase: 1.2, sale: 1.1 });
  await enter(agent.mail, '/profil');
  await goTo(page, 'Agences');
  await page.getByRole('link', { name: 'Ajouter une agence' }).click();
  await test.step('a postcode finds its commune, and a pasted link the door, on the map before it is saved', async () => {
    await page.getByLabel('Nom de l’agence').fill('Vaugirard');
    const [lat, lon] = [page.getByLabel('Latitude'), page.getByLabel('Longitude')];
    const commune = page.getByRole('combobox', { name: 'Commune', exact: true });
    await page.getByLabel('Code postal').fill('75015');
    await expect(commune).toHaveValue('Paris 15e arrondissement');
    await expect(lat).toHaveValue(/^48\.8/);
    const map = page.getByRole('img', { name: /^Carte/ });
    await expect(map).toHaveAccessibleName(/Au centre de Paris 15e/);
    // of a postcode of several communes one is chosen
    await page.getByLabel('Code postal').fill('48400');
    await page.getByLabel('Communes du 48400').selectOption({ label: FLORAC.label });
    await expect(commune).toHaveValue(/^Florac/);
    await expect(lat).toHaveValue(/^44\.3/);
    const paste = page.getByLabel('Coordonnées ou lien OpenStreetMap');
    await paste.fill('https://www.openstreetmap.org/node/123');
    await expect(page.getByText('Collez deux coordonnées, ou l’adresse d’une carte.')).toBeVisible();
    await paste.fill('https://www.openstreetmap.org/?mlat=44.3351&mlon=3.5951#map=19/44.33/3.59');
    await expect(lat).toHaveValue('44.3351');
    await expect(lon).toHaveValue('3.5951');
    await expect(map).toHaveAccessibleName(/^Carte\s: À [\d,]+\s(m|km) du centre de Florac/);
    const stored = () =>
      db.query('SELECT commune, lat, lon FROM branches WHERE company_id = $1', [agent.company?.id]);
    expect((await stored()).rows).toEqual([]);
    await page.getByRole('button', { name: 'Ajouter l’agence' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Vaugirard' })).toBeVisible();
    expect((await stored()).rows).toEqual([{ commune: FLORAC.code, lat: 44.3351, lon: 3.5951 }]);
  });
  await goTo(page, 'Agences');
  await page.getByRole('link', { name: 'Ajouter une agence' }).click();
  await page.getByLabel('Nom de l’agence').fill('Esplanade');
  await page.getByLabel('Adresse', { exact: true }).fill('1 place de la Source');
  await page.getByLabel('Commune').fill('florac');
  await expect(page.getByRole('option').first()).toContainText(FLORAC.label);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code postal')).toHaveValue('48400');
  await expect(page.getByLabel('Latitude')).toHaveValue(/^44\.\d+$/);
  await page.getByLabel('Latitude').fill('44,3251');
  await expect(page.getByRole('link', { name: 'Voir cette position sur OpenStreetMap' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.openstreetmap\.org\/\?mlat=44\.3251&mlon=3\.\d+#map=18\/44\.3251\//,
  );

  await page.getByRole('button', { name: 'Seconde plage le lundi' }).click();
  const read = page.getByRole('list', { name: 'Horaires lus par le voyageur' });
  await page.getByRole('button', { name: 'Ajouter l’agence' }).click();
  await expect(page.getByText(/^Complétez les horaires du lundi/)).toBeVisible();
  for (const [label, time] of TIMES) {
    const typed = page.getByLabel(label, { exact: true });
    await typed.fill(time);
    // the hour is read whole
    expect((await typed.boundingBox())?.width).toBeGreaterThan(80);
  }
  await page.getByRole('button', { name: 'Copier lundi sur mardi à vendredi' }).click();
  await page.getByLabel('Samedi', { exact: true }).uncheck();
  await expect(read.getByRole('listitem')).toHaveText([
    /^lundi à vendredi\s: 9\sh\s–\smidi, 14\sh\s–\s18\sh\s30$/,
    /^samedi et dimanche\s: fermé$/,
    'fermé les jours fériés',
  ]);
  await page.getByRole('button', { name: 'Ajouter une fermeture exceptionnelle' }).click();
  await page.getByLabel('Fermé du').fill('2098-08-01');
  await page.getByLabel('au', { exact: true }).fill('2098-08-15');
  await page.getByLabel('Motif').fill('Congés');
  await expect(read.getByRole('listitem').last()).toHaveText(
    'fermé du 1er août 2098 au 15 août 2098\u00a0: Congés',
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, isMobile);
  await page.getByRole('button', { name: 'Ajouter l’agence' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Esplanade' })).toBeVisible();

  const { rows } = await db.query(
    `SELECT commune, city, lat, hours, from_day::text, to_day::text, reason
     FROM branches JOIN branch_closures ON branch_id = branches.id WHERE company_id = $1`,
    [agent.company?.id],
  );
  expect(rows).toEqual([
    {
      commune: FLORAC.code,
      city: 'Florac Trois Rivières',
      lat: 44.3251,
      reason: 'Congés',
      hours: 'Mo-Fr 09:00-12:00,14:00-18:30',
      from_day: '2098-08-01',
      to_day: '2098-08-15',
    },
  ]);
  await page.getByRole('link', { name: 'Agences' }).last().click();
  await expect(page.getByText('1 place de la Source, 48400 Florac Trois Rivières')).toBeVisible();
  await expectAccessible(page);
  const search = page.getByLabel('Rechercher une agence');
  await search.fill('zzz');
  await expect(page.getByText('Aucune agence ne porte')).toBeVisible();
  await search.fill('source');
  await expect(page.getByRole('link', { name: 'Esplanade' })).toBeVisible();
  const site = `http://localhost:${process.env.E2E_PORT}`;
  const near = { lat: 44.3251, lon: 3.5937, radius_km: 5 };
  const data = { offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD' }, near };
  await expect
    .poll(async () => (await page.request.post(`${site}/api/public/offers`, { data })).text())
    .toContain('1 place de la Source');
});

test('a branch closes and reopens; readers cannot edit it, and other bureaux cannot see it', {
  tag: '@desktop',
}, async ({ page, open, db, enter, expectedProblems }) => {
  expectedProblems.push(/status of 404/);
  const agent = await open();
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO branches (company_id, name, kind, city, postcode, hours)
     VALUES ($1, 'Gare', 'station', 'Nulle-Part', '67000', 'May-Sep 09:00-19:00') RETURNING id`,
    [agent.company?.id],
  );
  const id = rows[0]?.id;
  const card = page.getByRole('region', { name: 'Agences fermées' });
  await enter(agent.mail, `/agences/${id}`);
  // a grid of a week cannot say them
  await expect(page.getByLabel('Horaires en texte')).toHaveValue('May-Sep 09:00-19:00');
  await expect(page.getByText(/^Les jours fériés d’Alsace-Moselle/)).toBeVisible();
  await page.getByRole('button', { name: 'Fermer', exact: true }).click();
  await answer(page, ['Fermer Gare ?'], 'Fermer');
  await expect(page.getByRole('button', { name: 'Rouvrir' })).toBeVisible();
  await page.goto('/#/agences');
  await expect(card.getByRole('link', { name: 'Gare' })).toBeVisible();

  await page.context().clearCookies();
  const reader = await open({ scopes: ['branches.list.me'], company: agent.company });
  await enter(reader.mail, '/agences');
  await expect(page.getByRole('link', { name: 'Ajouter une agence' })).toHaveCount(0);
  await card.getByRole('link', { name: 'Gare' }).click();
  await expect(page.getByLabel('Nom de l’agence')).toBeDisabled();
  await expect(page.getByRole('button', { name: /^(Enregistrer|Rouvrir)$/ })).toHaveCount(0);

  await page.context().clearCookies();
  await enter((await open()).mail, `/agences/${id}`);
  await expect(page.getByRole('heading', { name: 'Cette agence n’existe pas' })).toBeVisible();

  await page.context().clearCookies();
  const admin = await open({ scopes: administratorScopes, company: null });
  await enter(admin.mail, `/sittings/bureaux/${agent.company?.id}`);
  await page.getByRole('main').getByRole('link', { name: 'Agences', exact: true }).click();
  await card.getByRole('link', { name: 'Gare' }).click();
  await page.getByRole('button', { name: 'Rouvrir' }).click();
  await answer(page, ['Rouvrir Gare ?'], 'Rouvrir');
  await expect(page.getByRole('button', { name: 'Fermer', exact: true })).toBeVisible();
});

test('a table of branches is previewed line by line and exports as it was imported @desktop', async ({
  page,
  open,
  db,
  enter,
  isMobile,
}) => {
  await wearAuditedScheme(page, isMobile);
  const agent = await open();
  await db.query(
    `INSERT INTO branches (company_id, name, kind, city, lat, lon, access_note)
     VALUES ($1, 'Gare', 'station', 'Nulle-Part', 1.5, 2.5, '=1+1')`,
    [agent.company?.id],
  );
  await enter(agent.mail, '/agences');
  await page.getByRole('link', { name: 'Importer ou exporter' }).click();
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('Choisir un fichier').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await choose('photo.csv', Buffer.from([0x50, 0x4b, 0x00]));
  await expect(page.getByText(/^Ce fichier n’est pas un CSV/)).toBeVisible();
  // in the alphabet of a French spreadsheet
  const table = [
    'Nom;Type;Ville;Code postal;Téléphone;Code INSEE;Latitude;Longitude',
    'Gare;Gare;Nulle-Part;;01 99 00 00 09;;1,5;2,5',
    'Esplanade;En ville;Florac Trois Rivières;48400;;;;',
    'Port;Bateau;Nice;06000;;;;',
    'Quai;En ville;Lyon;69003;;;4,8593;45,7606',
    'Pont;En ville;Lyon;;;69999;;',
  ];
  await choose('agences.csv', Buffer.from(table.join('\r\n'), 'latin1'));
  const lines = page
    .getByRole('table', { name: 'Lignes du fichier' })
    .or(page.getByRole('list', { name: 'Lignes du fichier' }));
  await expect(lines).toContainText('À la place de «\u00a0Bateau\u00a0», écrivez');
  await expect(lines).toContainText(
    'Lyon 3e arrondissement (69)\u00a0: la latitude et la longitude semblent inversées.',
  );
  await expect(lines).toContainText('Aucune commune n’a le code INSEE 69999');
  await expect(page.getByText('1 nouvelle, 1 changée, 3 refusées').first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, isMobile);
  await page.getByRole('button', { name: 'Enregistrer 2 agences, sans les 3 refusées' }).click();
  await expect(page.getByRole('link', { name: 'Esplanade' })).toBeVisible();
  const { rows } = await db.query(
    'SELECT name, phone, round(lat) AS lat, commune, hours FROM branches WHERE company_id = $1 ORDER BY id',
    [agent.company?.id],
  );
  expect(rows).toEqual([
    { name: 'Gare', phone: '01 99 00 00 09', lat: 2, commune: null, hours: '' },
    { name: 'Esplanade', phone: '', lat: 44, commune: FLORAC.code, hours: '' },
  ]);

  await page.getByRole('link', { name: 'Importer ou exporter' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter les agences' }).click();
  const path = await (await download).path();
  expect(await readFile(path, 'utf8')).toContain(";'=1+1;");
  await page.getByLabel('Choisir un fichier').setInputFiles(path);
  await expect(page.getByText('2 inchangées').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rien à enregistrer' })).toBeDisabled();
});
