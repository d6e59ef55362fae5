// Duration: a rate that an agent fixes, an administrator judges and a traveller looks for.
import { expectAccessible } from '../audit.ts';
import { answer, expect, fixedBy, fixRow, modal, purchaseOf, saleOf, test } from './office.ts';

test('a rate far from the mid rate is held for review and published once a colleague accepts it', {
  tag: '@phone',
}, async ({ page, open, enter, db }) => {
  const agent = await open({ sheet: ['GEL', 'USD'] });
  const colleague = await open({ company: agent.company });
  await enter(agent.mail);
  await saleOf(page, 'GEL').fill('9.99');
  await fixRow(page, 'GEL');
  await modal(page).getByRole('button', { name: 'Enregistrer quand même' }).click();
  const hidden = 'Les voyageurs la verront une fois acceptée par une seconde personne.';
  await answer(page, ['SUCCES', 'La devise GEL a été fixée avec succès', hidden], 'Continuer');
  const panel = page.getByRole('region', { name: 'Taux retenus' });
  await expect(panel).toContainText('vente 9,9900');
  await expect(panel).toContainText('Une autre personne doit en décider.');
  await expect(panel.getByRole('button')).toHaveCount(0);
  await expect(page.getByText('hors comparaison')).toBeVisible();
  await expect(page.getByText('retenu', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.context().clearCookies();
  await enter(colleague.mail);
  await expect(panel).toContainText('Un refus la retire');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Accepter GEL' }).click();
  await expect(page.getByText('Le taux GEL est accepté.')).toBeVisible();
  await expect(panel).toHaveCount(0);
  const { rows } = await db.query(
    'SELECT held_at, accepted_at IS NOT NULL AS accepted FROM fixings WHERE company_id = $1',
    [agent.company?.id],
  );
  expect(rows).toEqual([{ held_at: null, accepted: true }]);
});

test('an administrator refuses a held rate, and the former amounts return', {
  tag: '@desktop',
}, async ({ page, open, enter, db }) => {
  const agent = await open({ sheet: ['GEL', 'USD'] });
  await db.query(
    `INSERT INTO fixings (company_id, currency_code, purchase, sale, updated_at, held_at, held_by, former_purchase, former_sale)
     VALUES ($1, 'GEL', 3.2, 99, now(), now(), ARRAY[$2::int], 3.2, 2.9)`,
    [agent.company?.id, agent.id],
  );
  const admin = await open({
    scopes: ['fixings.list.all', 'fixings.edit.all', 'sittings.list.all'],
    company: null,
  });
  await enter(admin.mail, `/fixings?bureau=${encodeURIComponent(agent.company?.name ?? '')}`);
  const one = page
    .getByRole('region', { name: 'Taux retenus' })
    .getByRole('listitem')
    .filter({ hasText: agent.company?.name ?? '' });
  await expect(one).toContainText('Un refus rétablit achat 3,2000, vente 2,9000.');
  await expectAccessible(page);
  await one.getByRole('button', { name: `Refuser GEL de ${agent.company?.name}` }).click();
  await expect(page.getByText('Le taux GEL est refusé.')).toBeVisible();
  await expect(one).toHaveCount(0);
  expect(await fixedBy(db, agent, 'GEL')).toEqual({ purchase: '3.2', sale: '2.9' });
  await page.context().clearCookies();
  await enter(agent.mail);
  await expect(purchaseOf(page, 'GEL')).toHaveValue('3,2000');
  await expect(page.getByText('taux retenu refusé')).toBeVisible();
});
