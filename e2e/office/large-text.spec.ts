// Duration: each page of the office with its text twice as large.
import { expectAccessible } from '../audit.ts';
import { enlargeText, expectNothingCut } from '../large-text.ts';
import { admit, COUNTER_SCOPES, fixDollar, Traveller } from './bookings.ts';
import { expect, fix, linkOf, saleOf, test, visit } from './office.ts';

/** Its paper is wider than a phone, and scrolls by itself. */
const BOARD = '/fixings/affichage';

const OWN = [
  '/fixings',
  BOARD,
  '/agences',
  '/agences/nouvelle',
  '/sittings',
  '/dashbord',
  '/orders',
  '/orders?etat=all',
  '/orders/fiches',
  '/orders/conditions',
  '/reservations',
  '/reservations?vue=jour',
  '/clients',
  '/profil',
];

test('text at 200 % is never cut and never scrolls sideways @phone', async ({ page, db, open, enter }) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 800 });
  await enlargeText(page);
  const agent = await open({ scopes: COUNTER_SCOPES, sheet: ['USD', 'IRR', 'GBP', 'MGA'] });
  for (const address of ['/#/login', '/#/password/forgotten', await linkOf(db, agent)]) {
    await page.goto(address);
    await expect(page.getByRole('button').last()).toBeVisible();
    await expectNothingCut(page, address);
  }
  // pages with reservations, since pictures stand there without
  await admit(db, agent);
  await fixDollar(db, agent);
  const mail = `marie-antoinette.${agent.name.toLowerCase()}@messagerie-des-voyageurs.fr`;
  const traveller = await Traveller.signIn(db, mail, 'Marie-Antoinette');
  const { id } = await traveller.reserve(db, agent, 1_234);
  await traveller.reserve(db, agent, 200);
  await traveller.close();
  await db.query(`UPDATE reservations SET state = 'accepted' WHERE reference = $1`, [id]);
  await fix(db, agent, 'IRR', { purchase: 1_650_123.25, sale: 1_590_000.5 });
  const company = agent.company?.id ?? 0;
  const visited = [
    ...OWN.map((path) => [agent.mail, path] as const),
    ...[
      '/fixings',
      '/sittings/bureaux',
      '/sittings/bureaux/nouveau',
      `/sittings/bureaux/${company}`,
      '/sittings/utilisateurs',
      '/sittings/utilisateurs/nouveau',
      `/sittings/utilisateurs/${agent.id}`,
      '/sittings/journal',
      '/sittings/securite',
      '/sittings/flux',
    ].map((path) => ['root@parite.example', path] as const),
  ];
  let user = '';
  for (const [mail, path] of visited) {
    if (mail !== user) await enter(mail, '/profil');
    user = mail;
    await visit(page, path);
    await expectNothingCut(page, path);
    if (path === BOARD) {
      const paper = page.getByRole('region', { name: 'Feuille à imprimer' });
      const size = (name: string) => paper.evaluate((one, of) => Number(Reflect.get(one, of)), name);
      expect(await size('scrollWidth')).toBeGreaterThan(await size('clientWidth'));
      await expectAccessible(page);
    }
    // within the margin of the page, as everything
    const menu = await page.getByRole('button', { name: 'Menu' }).boundingBox();
    expect(menu ? menu.x + menu.width : null, path).toBeLessThanOrEqual(360 - 16);
  }
});

test('at 1440 pixels text at 200 % leaves the menu whole, and the grid its figures @desktop', async ({
  page,
  db,
  open,
  enter,
}) => {
  await enlargeText(page);
  const agent = await open({ sheet: ['USD', 'GBP', 'CHF', 'IRR', 'JPY', 'CAD', 'AUD', 'MGA'] });
  await fix(db, agent, 'USD', { purchase: 1.17, sale: 1.1 });
  await enter(agent.mail);
  await saleOf(page, 'USD').fill('1,1050');
  await expect(page.getByText('1 taux en brouillon')).toBeVisible();
  await expectNothingCut(page, '/fixings at 1440 pixels');
  // words of the menu wrap, and none runs beyond it
  const wide = `[...document.querySelectorAll('nav a')].filter((link) => link.scrollWidth > link.clientWidth).length`;
  expect(await page.evaluate(wide)).toBe(0);
  const [head, foot] = [
    await page.getByRole('group', { name: 'Devises montrées' }).boundingBox(),
    await page.getByRole('region', { name: 'Publication' }).boundingBox(),
  ];
  // half of the window is the grid's, wherever one scrolls
  expect((head?.height ?? 900) + (foot?.height ?? 900)).toBeLessThan(450);
  await expectAccessible(page);
});
