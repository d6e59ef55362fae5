import type { Page } from '@playwright/test';
import { auditBothWidths } from '../audit.ts';
import { expectedOffers, french, SOON, untilAgreed } from '../exact.ts';
import { expect, expectWhole, test } from '../fixtures.ts';

const PAGES = [
  {
    hash: '#/comparateur',
    link: 'Comment fonctionne le comparateur',
    title: 'Comment fonctionne le comparateur',
  },
  { hash: '#/mentions-legales', link: 'Mentions légales', title: 'Mentions légales' },
  { hash: '#/confidentialite', link: 'Confidentialité', title: 'Politique de confidentialité' },
  { hash: '#/accessibilite', link: 'Accessibilité : non conforme', title: 'Déclaration d’accessibilité' },
];

async function open(page: Page, { hash, title }: { hash: string; title: string }) {
  await page.goto(`/${hash}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

test('every footer leads to every page that the law asks for @phone', async ({ page }) => {
  const footer = page.getByRole('contentinfo');
  for (const [from, isWalked] of [
    ['#/', true],
    ['#/blog', true],
    ['#/blog/view/taux-intermediaire', false],
  ] as const) {
    await page.goto('about:blank');
    await page.goto(`/${from}`);
    // the page of the server has a footer too, which leads to pages without the hash
    await expectWhole(page);
    await expect(footer).toContainText('© 2025');
    for (const { link, hash } of PAGES) {
      const path = hash === '#/comparateur' ? '/methode' : hash.slice(1);
      await expect(footer.getByRole('link', { name: link })).toHaveAttribute(
        'href',
        from === '#/' ? path : hash,
      );
    }
    // one after the other, so that each is reached from the one before too
    for (const { link, title } of isWalked ? PAGES : []) {
      await footer.getByRole('link', { name: link }).click();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page).toHaveTitle(`${title} · Parité`);
      await expect(footer).toContainText('© 2025');
    }
  }
});

test('the method page has what D111-6 and D111-7 ask for, and the site sets no cookie', {
  tag: '@desktop',
}, async ({ page, db, context }) => {
  test.slow();
  await test.step('on the figures of the database', async () => {
    await open(page, { hash: '#/comparateur', title: 'Comment fonctionne le comparateur' });
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      'Le classement',
      'L’entrée dans la liste et la sortie',
      'Nos liens avec les bureaux',
      'Notre rémunération',
      'La composition du prix',
      'Les bureaux comparés',
      'La mise à jour',
      'Qui est derrière Parité',
      'Une démonstration',
      'Les textes appliqués',
    ]);
    const main = page.getByRole('main');
    const best = await untilAgreed(async () => {
      await page.reload();
      const offers = await expectedOffers(db, { currency: 'USD', offerIsBase: true, cents: 50_000n });
      await expect(main).toContainText(`la devise demandée : ${offers.length} en ce moment`, SOON);
      return offers[0];
    });
    const { rows } = await db.query<{ count: number }>('SELECT count(*)::int AS count FROM currencies');
    await expect(main).toContainText(`parmi ${(rows[0]?.count ?? 0) - 1} devises`);
    await expect(main).toContainText(`$ ${french(best?.midValue ?? 0n)}`);
    await expect(main).toContainText(`${best?.name} remet $ ${french(best?.received ?? 0n)}`);
    const { rows: rates } = await db.query<{ day: string; source: string }>(
      `SELECT to_char(at AT TIME ZONE 'Europe/Paris', 'DD-MM-YYYY') AS day, source FROM mid_rates
       WHERE currency_code = 'USD' ORDER BY at DESC LIMIT 1`,
    );
    await expect(main).toContainText(`date du ${rates[0]?.day}, source ${rates[0]?.source}`);
    // what a reservation does to ranks, and earns
    await expect(main).toContainText('Réserver chez un bureau ne déplace aucun rang');
    await expect(main).toContainText('Une réservation ne rapporte rien à Parité.');
    await main.getByRole('link', { name: 'Comparer les bureaux' }).click();
    await expect(page.getByRole('form', { name: 'Comparateur' })).toBeFocused();
  });
  await test.step('nothing is cut and axe finds nothing on the legal pages, and no cookie is set', async () => {
    for (const legal of PAGES) {
      await open(page, legal);
      await auditBothWidths(page);
    }
    await open(page, { hash: '#/confidentialite', title: 'Politique de confidentialité' });
    await expect(page.getByText('ne dépose aucun cookie')).toBeVisible();
    expect(await context.cookies()).toEqual([]);
  });
});
