import type { Page } from '@playwright/test';
import { administratorScopes } from '#domain/iam/presets.ts';
import { admit, COUNTER_SCOPES } from './bookings.ts';
import { expect, test, visit } from './office.ts';

const HEIGHTS = [32, 40, 48];
// a list or a form of each kind
const OF_AGENT = [
  '/profil',
  '/orders',
  '/reservations',
  '/orders/stocks',
  '/orders/conditions',
  '/agences',
  '/agences/nouvelle',
];
const OF_ADMIN = ['/dashbord', '/sittings', '/sittings/journal', '/sittings/sessions'];

test('controls have three heights, and pages one content edge', { tag: '@desktop' }, async ({
  page,
  open,
  enter,
  db,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const agent = await open({ scopes: COUNTER_SCOPES });
  await admit(db, agent);
  const admin = await open({ company: null, scopes: administratorScopes });
  let edge = '';
  for (const [mail, paths] of [
    [agent.mail, OF_AGENT],
    [admin.mail, OF_ADMIN],
  ] as const) {
    await enter(mail, '/clients');
    for (const path of paths) {
      await visit(page, path);
      if (edge === '') await expect(page.getByRole('button', { name: 'Enregistrer' }).first()).toBeVisible();
      // a page that still loads is as wide as what stands for it
      await expect.poll(() => edgesOf(page), path).toMatch(edge === '' ? /^\d/ : new RegExp(`^${edge}$`));
      edge = await edgesOf(page);
      expect(await heightsOf(page), path).toEqual([]);
      expect(await unevenOf(page), path).toEqual([]);
    }
  }
});

/** Buttons and fields of another height, with it. */
function heightsOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`
    [...document.querySelectorAll('main :is([class*="_button_"], [class*="_frame_"])')]
      .filter((part) => part.checkVisibility() && !part.querySelector('textarea, img') && part.offsetHeight > 24)
      .filter(({ offsetHeight }) => ![${HEIGHTS}].includes(offsetHeight))
      .map((part) => part.offsetHeight + ' ' + part.className + ' ' + part.textContent.slice(0, 30))`);
}

// Fields side by side whose controls begin at another height.
function unevenOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`
    [...document.querySelectorAll('main [class*="_pair_"]')].flatMap((pair) => {
      const fields = [...pair.children].filter((field) => field.querySelector(':scope > [class*="_frame_"]'));
      const topOf = (part) => Math.round(part.getBoundingClientRect().top);
      return fields.slice(1).flatMap((field, i) => {
        const before = fields[i];
        if (topOf(before) !== topOf(field)) return [];
        const [one, other] = [before, field].map((each) => topOf(each.querySelector('[class*="_frame_"]')));
        return one === other ? [] : [field.textContent.slice(0, 40)];
      });
    })`);
}

// Left and right of what stands in a page; the list of its tabs has unseen room for the ring of the focus.
function edgesOf(page: Page): Promise<string> {
  return page.evaluate<string>(`
    ((boxes) => [Math.min(...boxes.map(({ left }) => left)), Math.max(...boxes.map(({ right }) => right))].join(' '))(
      [...document.querySelectorAll('main > *, main > :not(nav) > *')]
        .filter((part) => part.checkVisibility())
        .map((part) => part.getBoundingClientRect())
        .filter(({ width }) => width > 600))`);
}
