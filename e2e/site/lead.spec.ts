import type { Pool } from 'pg';
import {
  compare,
  expect,
  expectModalsFetched,
  offered,
  offerRows,
  openLanding,
  STAND_IN,
  standInOf,
  test,
  wished,
} from '../fixtures.ts';

/** How many leads with an empty e-mail a bureau has had. */
async function countLeads(db: Pool, name: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM leads l JOIN companies c ON c.id = l.company_id
     WHERE c.name = $1 AND l.email = ''`,
    [name],
  );
  return rows[0]?.count ?? 0;
}

test('choosing goes to the bureau, whether the lead is recorded or not, and waits for a network', async ({
  page,
  db,
  context,
  expectedProblems,
}) => {
  // what is below is asked for as one scrolls to it
  expectedProblems.push(/net::ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/);
  const choose = offerRows(page)
    .nth(1)
    .getByRole('button', { name: /^Choisir/ });
  await test.step('without a network one stays with the offers and is told so', async () => {
    await openLanding(page);
    await offered(page).fill('640');
    await compare(page);
    // the newsletter's field, further down, has the same name
    const capture = page.getByRole('region', { name: 'Un accès prioritaire à la bêta ?' });
    await capture.getByLabel('Votre adresse e-mail').fill('lea@exemple.fr');
    await expectModalsFetched(page);
    await context.setOffline(true);
    for (const way of [
      choose,
      page.getByRole('button', { name: 'Continuer sans e-mail' }),
      page.getByRole('button', { name: 'Envoyer et continuer' }),
    ]) {
      await way.click();
      await expect(page.getByRole('alertdialog')).toContainText("Vous n'êtes pas connecté à internet");
      await page.getByRole('button', { name: 'OK' }).click();
      // the focus goes back with it, which may scroll
      await expect(page.getByRole('alertdialog')).toBeHidden();
      await expect(page).toHaveURL(/offre=640/);
    }
    await context.setOffline(false);
  });
  await test.step('a lead is recorded; going back finds the offers', async () => {
    const name = ((await choose.getAttribute('aria-label')) ?? '').replace('Choisir ', '');
    const before = await countLeads(db, name);
    await choose.click();
    await expect(page).toHaveURL(await standInOf(db, name));
    expect(await countLeads(db, name)).toBe(before + 1);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: `Ici s’ouvrirait le site de ${name}` })).toBeVisible();
    await expect(main.getByText('Reçu par le bureau')).toBeVisible();
    await expect(main).toContainText(new URL(page.url()).pathname.replace('/demonstration/', 'https://'));

    await page.goBack();
    await expect(page.getByRole('heading', { name: 'bureaux pour € 640' })).toBeVisible();
    await expect(offered(page)).toHaveValue('640,00');
    await expect(wished(page)).not.toHaveValue('0.00');
  });
  await test.step('a lead that cannot be recorded stops nobody', async () => {
    await page.route('**/api/public/leads', (route) => route.abort());
    await choose.click();
    await expect(page).toHaveURL(STAND_IN);
  });
});
