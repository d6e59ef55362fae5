import { expectAccessible } from '../audit.ts';
import { answer, expect, fixedBy, fixRow, purchaseOf, saleOf, test, visit } from './office.ts';

test('an agent sees that nothing, or only one side, of the bureau is compared', { tag: '@desktop' }, async ({
  page,
  open,
  db,
  enter,
}) => {
  const agent = await open({ sheet: ['USD'] });
  const readAnew = async () => {
    for (const path of ['/profil', '/fixings']) await visit(page, path);
  };
  await test.step('a suspended bureau, which still sets rates', async () => {
    const suspend = (at: Date | null) =>
      db.query('UPDATE companies SET suspended_at = $2 WHERE id = $1', [agent.company?.id, at]);
    const notice = page.getByRole('region', { name: 'Votre bureau est suspendu' });
    await suspend(new Date());
    await enter(agent.mail);
    await expect(notice).toContainText('Ses offres n’apparaissent pas dans les comparaisons.');
    await expect(notice).toContainText(/adressez-vous à votre administrateur/i);

    await purchaseOf(page, 'USD').fill('1.17');
    await saleOf(page, 'USD').fill('1.1');
    await fixRow(page, 'USD');
    await answer(page, ['La devise USD a été fixée avec succès'], 'Continuer');
    expect(await fixedBy(db, agent, 'USD')).toEqual({ purchase: '1.17', sale: '1.1' });
    await expect(notice).toBeVisible();

    await suspend(null);
    await readAnew();
    await expect(purchaseOf(page, 'USD')).toHaveValue('1,1700');
    await expect(notice).toBeHidden();
  });
  await test.step('a bureau without buying branches', async () => {
    await db.query(
      `INSERT INTO branches (company_id, name, kind, city, buys_back) VALUES ($1, 'Gare', 'station', 'Lyon', false)`,
      [agent.company?.id],
    );
    await readAnew();
    await expect(page.getByRole('region', { name: 'Vos taux d’achat ne sont pas comparés' })).toContainText(
      'Aucune de vos agences ne reprend de devises aux taux du bureau',
    );
    await expectAccessible(page);
    const sales = page.getByRole('region', { name: 'Vos taux de vente ne sont pas comparés' });
    await expect(sales).toHaveCount(0);
    await db.query(`UPDATE branches SET buys_back = true, sells = false WHERE company_id = $1`, [
      agent.company?.id,
    ]);
    await readAnew();
    await expect(sales).toBeVisible();
    await expect(page.getByRole('region', { name: /ne sont pas comparés/ })).toHaveCount(1);
  });
});
