import type { Page } from '@playwright/test';
import { auditBothWidths, expectAccessible, watchShifts } from '../audit.ts';
import { expect, expectWhole, test } from '../fixtures.ts';

const ID = 'taux-intermediaire';
const VIEW = '**/api/public/blog/articles/view/*';
const SAVE = '**/api/public/save/email';
const SUCCESS = 'Thank you! Your submission has been received!';
const FAILURE = 'Oops! Something went wrong while submitting the form.';

async function openArticle(page: Page, id = ID) {
  await page.goto(`/#/blog/view/${id}`);
  await expectWhole(page);
  await expect(page.getByRole('article').first()).toBeVisible();
}

/** The same, and nothing shifts while it and its picture are on their way. */
async function openArticleStill(page: Page) {
  await test.step('nothing moves while the article and its picture arrive', async () => {
    const shifts = await watchShifts(page);
    const held = Promise.withResolvers<void>();
    await page.route('**/images/articles/*', async (route) => {
      await held.promise;
      await route.continue();
    });
    // the cover is part of the skeleton, which the load of the page waits for
    await page.goto(`/#/blog/view/${ID}`, { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    held.resolve();
    await page.waitForLoadState('networkidle');
    expect(await shifts()).toBeLessThan(0.01);
    await page.unroute('**/images/articles/*');
    await expectWhole(page);
  });
}

const email = (page: Page) => page.getByRole('textbox', { name: 'Votre adresse e-mail' });
const subscribe = (page: Page) => page.getByRole('button', { name: "S'inscrire" });

test('an article has all that specification 2 says', { tag: '@phone' }, async ({
  page,
  db,
  expectedProblems,
}) => {
  expectedProblems.push(/status of 404/);
  await openArticleStill(page);
  await test.step('its texts and cover', async () => {
    const { rows } = await db.query(
      `SELECT topic, reading_time, title, descriptions, image, image_alt,
         to_char(publication_date, 'YYYY-MM-DD') AS day, to_char(publication_date, 'DD-MM-YYYY') AS shown
       FROM articles WHERE id = $1`,
      [ID],
    );
    const [row] = rows;
    const article = page.getByRole('article').first();
    await expect(article).toContainText(row.topic);
    await expect(article).toContainText(`${row.reading_time} min de lecture`);
    await expect(article.getByRole('heading', { level: 1 })).toHaveText(row.title);
    const header = article.locator('header');
    await expect(header.getByRole('listitem')).toHaveText(row.descriptions);
    const cover = article.getByRole('img', { name: row.image_alt });
    await expect(cover).toHaveAttribute('src', `/images/articles/${row.image}.webp`);
    await expect(cover).toHaveJSProperty('complete', true);
    await expect(article).toContainText('La rédaction de Parité');
    await expect(article.locator('time')).toHaveText(row.shown);
    await expect(article.locator('time')).toHaveAttribute('datetime', row.day);
    await expect(article.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expect(article.getByRole('region', { name: /^Tableau/ }).getByRole('row')).not.toHaveCount(0);
    await expect(page).toHaveTitle(`${row.title} · Parité`);
  });
  await test.step('the other articles of its group', async () => {
    const { rows } = await db.query<{ title: string }>(
      `SELECT title FROM articles WHERE "group" = (SELECT "group" FROM articles WHERE id = $1) AND id <> $1
       ORDER BY publication_date DESC, id LIMIT 3`,
      [ID],
    );
    const related = page.getByRole('region', { name: /^À lire aussi/ });
    await expect(related.getByRole('heading', { level: 3 })).toHaveText(rows.map(({ title }) => title));
    await related.getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(rows[0]?.title ?? '');
  });
  await test.step('what counters at airports hand over today', async () => {
    await openArticle(page, 'bureau-d-aeroport');
    await page.getByRole('link', { name: 'à Roissy' }).click();
    await expect(
      page.getByRole('heading', { name: /d’aéroport près de l’aéroport Paris-Charles-de-Gaulle pour € 500/ }),
    ).toBeVisible();
  });
  await test.step('an article that does not exist has its own page', async () => {
    await page.goto('/#/blog/view/jamais-ecrit');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Cet article n’existe pas, ou n’est plus en ligne',
    );
    await expect(page).toHaveTitle('Article introuvable · Parité');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Voir tous les articles' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Le blog de Parité' })).toBeFocused();
  });
});

test(
  'a subscription: an invalid address, a failure, a success',
  { tag: '@phone' },
  async ({ page, expectedProblems, db }, { project }) => {
    expectedProblems.push(/net::ERR_INTERNET_DISCONNECTED/);
    await test.step('an invalid address sends nothing and says nothing', async () => {
      await openArticle(page);
      await expect(email(page)).toHaveAttribute('type', 'email');
      await expect(email(page)).toHaveAttribute('maxlength', '256');
      await expect(email(page)).toHaveAttribute('required', '');
      let sent = 0;
      page.on('request', (request) => {
        if (request.url().endsWith('/save/email')) sent += 1;
      });
      const before = await page.getByRole('main').innerText();
      for (const text of ['', 'lectrice', 'lectrice@voyage', 'lectrice@voyage.f']) {
        await email(page).fill(text);
        await email(page).press('Enter');
        await subscribe(page).click();
      }
      expect(await page.getByRole('main').innerText()).toBe(before);
      await expect(page.getByRole('alert')).toHaveCount(0);
      expect(sent).toBe(0);
    });
    await test.step('a failure is said, and can be sent again', async () => {
      await page.route(SAVE, (route) => route.abort('internetdisconnected'));
      await email(page).fill('encore@voyage.example.fr');
      await subscribe(page).click();
      const alert = page.getByRole('alert');
      await expect(alert.locator('[lang="en"]')).toHaveText(FAILURE);
      await expect(alert).toContainText('Votre demande n’est pas arrivée');
      await expect(email(page)).toHaveValue('encore@voyage.example.fr');
      await page.unroute(SAVE);
      await subscribe(page).click();
      await expect(page.getByText(SUCCESS)).toBeVisible();
    });
    await test.step('an address is kept, the page comes anew and says so', async () => {
      await page.goto('about:blank');
      const address = `lectrice-${project.name}@voyage.example.fr`;
      await db.query('DELETE FROM subscriptions WHERE email = $1', [address]);
      await openArticle(page);
      await page.evaluate('window.isBefore = true');
      // who writes, why, and how to leave
      await expect(email(page)).toHaveAccessibleDescription(
        /^En vous inscrivant, vous acceptez que Parité vous écrive .*désinscrit\.$/,
      );
      await expect(page.getByRole('link', { name: 'Confidentialité' }).first()).toHaveAttribute(
        'href',
        '#/confidentialite',
      );
      await email(page).fill(address);
      await subscribe(page).click();
      const received = page.getByRole('status').filter({ hasText: SUCCESS });
      await expect(received.locator('[lang="en"]')).toHaveText(SUCCESS);
      await expect(received).toContainText('Votre adresse est enregistrée');
      await expect(received).toBeFocused();
      expect(await page.evaluate('window.isBefore')).toBeUndefined();
      await expect(page).toHaveURL(/#\/blog\/view\/taux-intermediaire$/);
      const { rows } = await db.query('SELECT type, consent_text FROM subscriptions WHERE email = $1', [
        address,
      ]);
      expect(rows).toEqual([{ type: 'newsletter', consent_text: expect.stringContaining('vous acceptez') }]);
      // said once
      await page.reload();
      await expect(email(page)).toBeVisible();
    });
  },
);

test('links, a wide table by keyboard, and of foreign HTML nothing that runs', { tag: '@desktop' }, async ({
  page,
  expectedProblems,
}) => {
  await openArticleStill(page);
  await test.step('links between articles stay in the page, others leave it safely', async () => {
    await page.evaluate('window.isSamePage = true');
    const outside = page.getByRole('article').first().locator('a[href^="https:"]');
    await expect(outside.first()).toHaveAttribute('rel', 'noopener');
    await page.getByRole('link', { name: 'commission et marge' }).click();
    const title = page.getByRole('heading', { level: 1, name: 'Commission ou marge' });
    await expect(title).toBeFocused();
    expect(await page.evaluate('window.isSamePage')).toBe(true);
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Le taux intermédiaire' })).toBeFocused();
  });
  await test.step('axe finds nothing on an article, whose subscription failed', async () => {
    expectedProblems.push(/net::ERR_FAILED/);
    await openArticle(page, 'billets-retires');
    // the former article stays until this one is there
    await expect(page.getByRole('heading', { level: 1, name: 'Billets retirés' })).toBeVisible();
    await page.route(SAVE, (route) => route.abort());
    await email(page).fill('lectrice@voyage.example.fr');
    await subscribe(page).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await auditBothWidths(page);
  });
  await test.step('a wide table scrolls in its own frame, by keyboard too', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const table = page.getByRole('region', { name: /^Tableau/ }).first();
    expect(await table.evaluate((frame) => frame.scrollWidth > frame.clientWidth)).toBe(true);
    await table.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => table.evaluate((frame) => frame.scrollLeft)).toBeGreaterThan(0);
  });
  await test.step('the page cleans what it shows on its own', async () => {
    // parsed apart, a handler or a style is refused by the policy already
    expectedProblems.push(/violates the following Content Security Policy/);
    // The server never sends such a text: what is tested is that the page would not trust it.
    const hostile = [
      '<h2 onclick="window.isHit = 1" style="position:fixed" class="x" id="root">Titre</h2>',
      '<p>Avant <script>window.isHit = 1</script><img src="x" onerror="window.isHit = 1"><b>gras</b></p>',
      '<svg><a href="javascript:window.isHit=1"><text>svg</text></a><style><img onerror=window.isHit=1 src=x></svg>',
      '<math><mtext><table><mglyph><style><img src=x onerror="window.isHit=1"></style></mglyph></table></math>',
      '<a href="javascript:window.isHit=1">piège</a> <a href=" java\nscript:window.isHit=1">autre piège</a>',
      '<a href="data:text/html,x">donnée</a> <a href="//ailleurs.example">sans schéma</a>',
      '<a href="#/blog" target="_blank">le blog</a> <a href="https://ok.example/a">dehors</a>',
      '<iframe srcdoc="<script>parent.isHit=1</script>"></iframe><form><input name="q"></form>',
      '<table><thead><tr><th align="right">Devise</th></tr></thead><tbody><tr><td align="right">1</td></tr></tbody></table>',
      '<noscript><p title="</noscript><img src=x onerror=window.isHit=1>"></noscript>',
    ].join('');
    await page.route(VIEW, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), content: hostile } });
    });
    await openArticle(page, 'lire-un-tableau-de-taux');
    const article = page.getByRole('article').first();
    await expect(article.getByRole('heading', { level: 2, name: 'Titre' })).toBeVisible();
    await expect(article.getByRole('region', { name: 'Tableau : Devise' }).getByRole('cell')).toHaveText('1');
    await expect(article).toContainText('gras');
    await expect(article.getByText('piège').first()).toBeVisible();
    const text = article.locator('h2').locator('..');
    expect(
      await text
        .locator('*')
        .evaluateAll((elements) => [
          ...new Set(
            elements.flatMap(({ localName, attributes }) => [
              localName,
              ...Array.from(attributes, ({ name }) => `${localName} ${name}`),
            ]),
          ),
        ]),
    ).toEqual(
      expect.not.arrayContaining([
        ...['script', 'img', 'svg', 'math', 'style', 'iframe', 'form', 'input', 'noscript', 'b'],
        ...['h2 onclick', 'h2 style', 'h2 class', 'h2 id', 'a target', 'a onclick'],
      ]),
    );
    expect(
      await text.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(['#/blog', 'https://ok.example/a']);
    expect(await page.evaluate('window.isHit')).toBeUndefined();
  });
});
