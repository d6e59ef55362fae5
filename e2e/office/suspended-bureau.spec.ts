import { expectAccessible } from '../audit.ts';
import { answer, expect, fix, fixedBy, fixRow, logIn, purchaseOf, saleOf, test } from './office.ts';

test('an agent sees that nothing, or only one side, of the bureau is compared', { tag: '@phone' }, async ({
  page,
  open,
  db,
  enter,
}) => {
  await test.step('a suspended bureau, which still sets rates', async () => {
    const agent = await open({ sheet: ['USD'] });
    const suspend = (at: Date | null) =>
      db.query('UPDATE companies SET suspended_at = $2 WHERE id = $1', [agent.company?.id, at]);
    const notice = page.getByRole('region', { name: 'Votre bureau est suspendu' });
    await suspend(new Date());
    await logIn(page, agent.mail);
    await expect(notice).toContainText('Ses offres n’apparaissent pas dans les comparaisons.');
    await expect(notice).toContainText(/adressez-vous à votre administrateur/i);

    await purchaseOf(page, 'USD').fill('1.17');
    await saleOf(page, 'USD').fill('1.1');
    await fixRow(page, 'USD');
    await answer(page, ['La devise USD a été fixée avec succès'], 'Continuer');
    expect(await fixedBy(db, agent, 'USD')).toEqual({ purchase: '1.17', sale: '1.1' });
    await expect(notice).toBeVisible();

    await suspend(null);
    await page.reload();
    await expect(purchaseOf(page, 'USD')).toHaveValue('1,1700');
    await expect(notice).toBeHidden();
  });
  await test.step('a bureau without buying branches', async () => {
    const agent = await open({ sheet: ['USD'] });
    await fix(db, agent, 'USD', { purchase: 1.17, sale: 1.1 });
    await db.query(
      `INSERT INTO branches (company_id, name, kind, city, buys_back) VALUES ($1, 'Gare', 'station', 'Lyon', false)`,
      [agent.company?.id],
    );
    await enter(agent.mail);
    await expect(page.getByRole('region', { name: 'Vos taux d’achat ne sont pas comparés' })).toContainText(
      'Aucune de vos agences ne reprend de devises aux taux du bureau',
    );
    await expectAccessible(page);
    const sales = page.getByRole('region', { name: 'Vos taux de vente ne sont pas comparés' });
    await expect(sales).toHaveCount(0);
    await db.query(`UPDATE branches SET buys_back = true, sells = false WHERE company_id = $1`, [
      agent.company?.id,
    ]);
    await page.reload();
    await expect(sales).toBeVisible();
    await expect(page.getByRole('region', { name: /ne sont pas comparés/ })).toHaveCount(1);
  });
});
