// Duration: the whole landing page with parts that do not come, at both widths, by axe, too.
import type { Locator, Page } from '@playwright/test';
import { auditBothWidths, watchShifts } from '../audit.ts';
import { expectedOffers, french, SOON, untilAgreed } from '../exact.ts';
import {
  chooseCurrency,
  compare,
  expect,
  expectWhole,
  offered,
  offeredCurrency,
  offerRows,
  openLanding,
  STAND_IN,
  test,
  wished,
  wishedCurrency,
} from '../fixtures.ts';

const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const partners = (page: Page) => section(page, 'Les bureaux partenaires');
const slider = (page: Page) => section(page, 'À chaque voyage, sa façon de changer');

/** Opens the landing page with all of its sections, which come at rest or with the first sign of a person. */
async function openSections(page: Page): Promise<void> {
  await openLanding(page);
  await expectWhole(page);
  await page.keyboard.press('Shift');
  await expect(controls(page)).toBeAttached();
}

// Control of the sections, hidden in the page of the server.
const controls = (page: Page) => slider(page).getByRole('button', { name: 'Situation suivante' });

test('the sections in order, and what the keyboard does there', { tag: '@desktop' }, async ({ page }) => {
  await test.step('what works today or comes with the beta', async () => {
    await openSections(page);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      'Comment fonctionne le comparateur',
      'Les bureaux partenaires',
      'Un prix visible, sans frais ajoutés par Parité',
      'De la comparaison aux billets, en cinq étapes',
      'À chaque voyage, sa façon de changer',
      'Vous partez bientôt ?',
      'Comprendre avant de changer',
      'Questions fréquentes',
    ]);
    await expectFeatures(page);
    await expectSteps(page);
  });
  await test.step('the ranking in three sentences and a link', async () => {
    const ranking = section(page, 'Comment fonctionne le comparateur');
    expect((await ranking.getByRole('paragraph').innerText()).match(/\.(\s|$)/g)).toHaveLength(3);
    await expect(ranking.getByRole('link')).toHaveText('Lire la méthode');
  });
  await test.step('the journeys in header and footer, the demonstration a quiet link', async () => {
    for (const name of ['Principale', 'Pied de page'])
      await expect(
        page.getByRole('navigation', { name }).getByRole('link', { name: 'Mes voyages' }),
      ).toBeVisible();
    const demo = page.getByRole('link', { name: 'Réserver une démo' });
    await expect(demo).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await expect(demo).toHaveCSS('border-top-width', '0px');
  });
  await test.step('the last journey ends the slider, and Tab alone reaches it', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const last = slider(page).getByRole('listitem').last();
    await slider(page).getByRole('button', { name: 'Situation suivante' }).focus();
    for (let tab = 0; tab < 10; tab += 1) await page.keyboard.press('Tab');
    await expect(last.getByRole('link')).toBeFocused();
    await expect(last.getByRole('link')).toBeInViewport({ ratio: 1 });
    await expect(slider(page).getByRole('button', { name: 'Situation suivante' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });
  await test.step('five questions open and close', async () => {
    const questions = section(page, 'Questions fréquentes');
    const pairs: [string, string][] = [
      ['Comment récupérer mes devises ?', 'auprès du bureau que vous choisissez'],
      ['Comment obtenir un taux compétitif, sans frais ajoutés ?', 'Parité n’ajoute rien au prix du bureau'],
      ['Quels moyens de paiement puis-je utiliser ?', 'Parité n’encaisse rien'],
      ['À qui m’adresser en cas de problème ?', 'Gardez le reçu'],
      ['Mes données sont-elles en sécurité ?', 'sans compte et sans adresse e-mail'],
    ];
    await expect(questions.getByRole('heading', { level: 3 })).toHaveText(
      pairs.map(([question]) => question),
    );
    // some bureaux take reservations, and are told who reserves
    await expect(questions).toContainText('Le bureau chez qui vous réservez est seul à la recevoir');
    for (const [question, answer] of pairs) {
      await expect(questions.getByText(answer)).toBeHidden();
      await questions.getByText(question).click();
      await expect(questions.getByText(answer)).toBeVisible();
      // the summary has the focus of the click
      await page.keyboard.press('Enter');
      await expect(questions.getByText(answer)).toBeHidden();
    }
  });
  await test.step('the call to compare leads to the comparator', async () => {
    await section(page, 'Vous partez bientôt ?')
      .getByRole('link', { name: 'Commencer une comparaison' })
      .click();
    await expect(offered(page)).toBeInViewport();
    await expect(page.getByRole('form', { name: 'Comparateur' })).toBeFocused();
  });
});

test('the sections come at rest, as nobody has touched the page, without moving anything', {
  tag: '@phone',
}, async ({ page }) => {
  const countShifts = await watchShifts(page);
  await openLanding(page);
  await expect(controls(page)).toBeAttached();
  // motion out of view costs a phone sixty frames a second, too
  const moving = `document.getAnimations().filter(({ playState }) => playState === 'running').length`;
  await expect.poll(() => page.evaluate<number>(moving)).toBe(0);
  await page.mouse.wheel(0, 400);
  expect(await countShifts()).toBeLessThan(0.01);
});

test('sections are read before their script, which scrolling brings', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.addInitScript('window.requestIdleCallback = () => 0');
  const countShifts = await watchShifts(page);
  await openLanding(page);
  const invitation = section(page, 'Vous partez bientôt ?');
  await expect(invitation).toBeVisible();
  const height = await invitation.evaluate((element) => element.getBoundingClientRect().height);
  await expect(controls(page)).toHaveCount(0);
  // below what the counts of bureaux that take reservations are said in
  await page.mouse.wheel(0, 3_000);
  await expect(controls(page)).toBeAttached();
  expect(await invitation.evaluate((element) => element.getBoundingClientRect().height)).toBe(height);
  expect(await countShifts()).toBeLessThan(0.01);
});

test('what does not come is said, hides nothing but itself, and can be asked for again', {
  tag: '@phone',
}, async ({ page, expectedProblems }) => {
  expectedProblems.push(/net::ERR_FAILED/, /net::ERR_INTERNET_DISCONNECTED/);
  await page.route('**/api/public/offers', (route) => route.abort());
  await test.step('the sections', async () => {
    await page.route('**/assets/Sections-*.js', (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await openLanding(page);
    await failed;
    const failure = page.getByText('La suite de la page n’a pas pu être chargée');
    await expect(failure).toBeVisible();
    // no alert, as it is out of view, above the sections as they are read without a script
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(section(page, 'Questions fréquentes')).toBeVisible();
    await page.unroute('**/assets/Sections-*.js');
    await page.getByRole('main').getByRole('button', { name: 'Réessayer' }).click();
    await expect(controls(page)).toBeAttached();
    await expect(failure).toBeHidden();
  });
  await test.step('the partners', async () => {
    await partners(page).scrollIntoViewIfNeeded();
    await expect(partners(page)).toContainText('Les offres des partenaires n’ont pas pu être chargées');
    await page.unroute('**/api/public/offers');
    await partners(page).getByRole('button', { name: 'Réessayer' }).click();
    await expect(partners(page).getByRole('listitem').first()).toBeVisible();
  });
  // a page anew, of which two parts do not come
  await page.route('**/assets/SearchOutcome-*.js', (route) => route.abort());
  await test.step('the banner articles', async () => {
    const held = Promise.withResolvers<void>();
    await page.route('**/articles/banner', async (route) => {
      await held.promise;
      await route.abort('internetdisconnected');
    });
    // the page of the server has them
    await page.goto('about:blank');
    await page.goto('/#/mentions-legales');
    await expect(page.getByRole('heading', { level: 1, name: 'Mentions légales' })).toBeVisible();
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Parité\s?, accueil$/ })
      .click();
    await expect(offered(page)).toBeVisible();
    await page.keyboard.press('Shift');
    held.resolve();
    const teaser = section(page, 'Comprendre avant de changer');
    await expect(teaser).toContainText('Les articles n’ont pas pu être chargés');
    await page.unroute('**/articles/banner');
    await teaser.getByRole('button', { name: 'Réessayer' }).click();
    await expect(teaser.getByRole('heading', { level: 3 }).first()).toBeVisible();
  });
  await test.step('the list of offers', async () => {
    await offered(page).fill('500');
    await compare(page);
    const alert = page.getByRole('alert').filter({ hasText: 'La liste des offres n’a pas pu être chargée' });
    await expect(alert).toBeVisible();
    await page.unroute('**/assets/SearchOutcome-*.js');
    await alert.getByRole('button', { name: 'Réessayer' }).click();
    await expect(offerRows(page).first()).toBeVisible();
  });
});

test('before a search, the partners are those of an example, and lead to their sites', {
  tag: '@phone',
}, async ({ page, db }) => {
  await test.step('an example that says so', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await untilAgreed(async () => {
      asked.length = 0;
      await openSections(page);
      expect(asked).not.toContain('/api/public/offers');
      await partners(page).scrollIntoViewIfNeeded();
      await expect(partners(page)).toContainText(/Exemple du \d+\s\S+\s:\s€\s500 en USD/, SOON);
      await expectPartners(
        page,
        await expectedOffers(db, { currency: 'USD', offerIsBase: true, cents: 50_000n }),
      );
    });
  });
  await test.step('a partner records a lead and goes to its site', async () => {
    const lead = page.waitForRequest('**/api/public/leads');
    await partners(page).getByRole('button', { name: 'Aller sur le site : Zéphyr Devises' }).click();
    expect((await lead).postDataJSON()).toMatchObject({ email: '' });
    await expect(page).toHaveURL(STAND_IN);
  });
});

async function expectPartners(page: Page, offers: Awaited<ReturnType<typeof expectedOffers>>) {
  const ranked = offers.map((offer, index) => ({ ...offer, rank: index + 1 }));
  const expected = ranked.filter(({ isPartner }) => isPartner);
  expect(expected.length).toBeGreaterThan(1);
  const rows = partners(page).getByRole('listitem');
  await expect(rows).toHaveCount(expected.length, SOON);
  for (const [index, { name, rank, received }] of expected.entries()) {
    await expect(rows.nth(index)).toContainText(`${name} Partenaire`, SOON);
    await expect(rows.nth(index)).toContainText(`Rang ${rank} sur ${offers.length}`, SOON);
    await expect(rows.nth(index)).toContainText(french(received), SOON);
  }
}

async function expectFeatures(page: Page) {
  const features = section(page, 'Un prix visible, sans frais ajoutés par Parité');
  const titlesOf = (group: string) =>
    features.getByRole('list', { name: group }).getByRole('heading', { level: 3 });
  await expect(titlesOf('Disponible')).toHaveText([
    'Plus de 75 devises',
    'Un taux du jour, ou en temps réel',
  ]);
  // flags fill their discs
  const flag = features.locator('img[src*="/currencies/"]').first();
  await expect.poll(async () => (await flag.boundingBox())?.height).toBe(32);
  // some of the demonstration’s bureaux are in the beta
  await expect(titlesOf('En réservant ici')).toHaveText([
    'Réserver en 130 secondes',
    'Assurance taux',
    'Retrait ou livraison',
    'Payer à votre façon',
  ]);
  await expect(titlesOf('Avec la bêta')).toHaveText(['Alertes de taux']);
  for (const claim of [
    'Sur place',
    'À l’aéroport',
    'À l’hôtel',
    'En point relais',
    'À domicile',
    'Espèces',
    'Carte',
    'Deux prestataires en ligne',
  ]) {
    await expect(features).toContainText(claim, { ignoreCase: true });
  }
}

async function expectSteps(page: Page) {
  const steps = section(page, 'De la comparaison aux billets, en cinq étapes');
  await expect(steps.getByRole('listitem').getByRole('heading')).toHaveText([
    'Comparez',
    'Choisissez',
    'Créez un compte ou connectez-vous',
    'Complétez et choisissez le retrait',
    'Récupérez vos devises',
  ]);
  await expect(steps).toContainText(/Chez \d+.bureaux?, vous réservez ici du début à la fin/);
}

const LONGEST = [
  { width: 1440, height: 6_200 },
  { width: 360, height: 9_500 },
];

test('before a search the page has its length and says once what it says, after it the partners have a rank', {
  tag: '@desktop',
}, async ({ page, db }) => {
  await openSections(page);
  await partners(page).scrollIntoViewIfNeeded();
  await expect(partners(page).getByRole('listitem').first()).toBeVisible();
  await expect(section(page, 'Comprendre avant de changer').getByRole('article').first()).toBeAttached();
  const main = page.getByRole('main');
  for (const { width, height } of LONGEST) {
    await page.setViewportSize({ width, height: 900 });
    await expect(main.getByText(/Chez \d+.bureaux?,/)).toHaveCount(1);
    await expect
      .poll(() => page.evaluate<number>('document.documentElement.scrollHeight'))
      .toBeLessThanOrEqual(height);
    const text = await main.innerText();
    expect(text.match(/Disponible/g)).toHaveLength(1);
    expect(text.match(/\d+\sbureaux?/g)).toHaveLength(1);
  }
  await test.step('axe finds nothing on the sections, and none is wider than the window', async () => {
    for (const question of await page.locator('summary').all()) await question.click();
    await auditBothWidths(page);
  });
  await test.step('after a search the partners are named by their rank in it, with no second way to them', async () => {
    await chooseCurrency(page, 'wish', 'GBP');
    await offered(page).fill('320');
    await untilAgreed(async () => {
      await compare(page);
      await expect(partners(page)).toContainText('Votre recherche : € 320 en GBP', SOON);
      const offers = await expectedOffers(db, { currency: 'GBP', offerIsBase: true, cents: 32_000n });
      const ranked = offers.flatMap(({ name, isPartner }, index) =>
        isPartner ? [`${name}, rang ${index + 1} sur ${offers.length}`] : [],
      );
      await expect(partners(page).getByRole('listitem')).toHaveText(ranked, SOON);
    });
    await expect(partners(page).getByRole('button')).toHaveCount(0);
    // what one asked for, not what the form made of it
    await wished(page).fill('300');
    await compare(page);
    await expect(partners(page)).toContainText('Votre recherche : recevoir £ 300 contre EUR, euro');
  });
});

async function leftOf(element: Locator): Promise<number> {
  return (await element.boundingBox())?.x ?? Number.NaN;
}

test(
  'the sections: slider, pictures, a journey, the letter and the articles',
  { tag: '@phone' },
  async ({ page, db }, { project }) => {
    await openSections(page);
    await test.step('the slider moves by its buttons, with no motion asked for, and by nothing else', async () => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const [first, second] = [
        slider(page).getByRole('listitem').first(),
        slider(page).getByRole('listitem').nth(1),
      ];
      const [back, forth] = ['précédente', 'suivante'].map((way) =>
        slider(page).getByRole('button', { name: `Situation ${way}` }),
      ) as [Locator, Locator];
      await slider(page).scrollIntoViewIfNeeded();
      // nothing is spoken that nobody asked for
      await expect(slider(page).getByText(/^Situation 1 sur 5$/)).toHaveAttribute('aria-live', 'off');
      await expect(back).toHaveAttribute('aria-disabled', 'true');
      const start = await leftOf(first);

      await forth.focus();
      await page.keyboard.press('Enter');
      await expect(slider(page).getByText(/^Situation 2 sur 5$/)).toHaveAttribute('aria-live', 'polite');
      expect(Math.abs((await leftOf(second)) - start)).toBeLessThan(2);

      await back.click();
      await expect(slider(page).getByText(/^Situation 1 sur 5$/)).toBeVisible();
      expect(Math.abs((await leftOf(first)) - start)).toBeLessThan(2);
    });
    await test.step('every picture is there, sized and lazy', async () => {
      const pictures = page.getByRole('main').locator('img[src$=".svg"]');
      await expect(pictures).toHaveCount(13);
      const drawn = () =>
        pictures.evaluateAll((images) =>
          images.map((image) => {
            image.scrollIntoView();
            const { loading, naturalWidth, attributes } = image;
            const sizes = ['width', 'height'].map((name) => attributes.getNamedItem(name)?.value ?? '');
            return loading === 'lazy' && naturalWidth > 0 && sizes.every((size) => /^\d+$/.test(size));
          }),
        );
      await expect.poll(drawn).toEqual(Array(13).fill(true));
    });
    await test.step('a journey fills the comparator; its article exists', async () => {
      const journey = slider(page).getByRole('listitem').filter({ hasText: 'Retour avec des dirhams' });
      const [own] = await expectedOffers(db, { currency: 'MAD', offerIsBase: false, cents: 150_000n });
      await expect(journey).toContainText(`€ ${french(own?.midValue ?? 0n)}`);
      await journey.getByRole('button', { name: 'Remplir le comparateur' }).click();
      await expect(offered(page)).toHaveValue(/^1\s500,00$/);
      await expect(offeredCurrency(page)).toHaveText('MAD');
      await expect(wishedCurrency(page)).toHaveText('EUR');
      await expect(wished(page)).toBeInViewport();
      await expect(page.getByRole('form', { name: 'Comparateur' })).toBeFocused();

      const articles = slider(page).getByRole('link');
      await expect(articles).toHaveCount(5);
      for (const link of await articles.all()) {
        const id = (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
        const answer = await page.request.get(`/api/public/blog/articles/view/${id}`);
        expect(answer.status(), id).toBe(200);
      }
    });
    await test.step('one subscribes to the letter', async () => {
      const email = `accueil-${project.name}@exemple.fr`;
      const letter = section(page, 'Vous partez plus tard ?');
      await letter.getByLabel('Votre adresse e-mail').fill(email);
      await letter.getByRole('button', { name: "S'inscrire" }).click();
      await expect(page.getByText('Thank you! Your submission has been received!')).toBeInViewport();
      const { rows } = await db.query('SELECT type FROM subscriptions WHERE email = $1', [email]);
      expect(rows).toEqual([{ type: 'newsletter' }]);
    });
    await test.step('the banner articles lead to themselves, the button to all of them', async () => {
      const banner: { id: string; title: string }[] = await (
        await page.request.get('/api/public/blog/articles/banner')
      ).json();
      const blog = section(page, 'Comprendre avant de changer');
      await expect(blog.getByRole('heading', { level: 3 })).toHaveText(banner.map(({ title }) => title));
      for (const { id, title } of banner) {
        await expect(blog.getByRole('link', { name: title })).toHaveAttribute('href', `#/blog/view/${id}`);
      }
      const widths = () =>
        blog.locator('img').evaluateAll((images) =>
          images.map((image) => {
            image.scrollIntoView();
            return Reflect.get(image, 'naturalWidth') > 0;
          }),
        );
      await expect.poll(widths).toEqual(banner.map(() => true));
      await blog.getByRole('link', { name: 'Voir tous les articles' }).click();
      await expect(page).toHaveURL(/#\/blog$/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  },
);
