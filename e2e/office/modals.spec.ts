import { join } from 'node:path';
import type { Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { expectAccessible } from '../audit.ts';
import { expect, modal, test } from './office.ts';

const WEB = join(import.meta.dirname, '../../web');

// no page of the product asks for a text: the modals are shown here by themselves
const ENTRY = `
  import '${WEB}/shared/tokens.css';
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  import { ModalHost } from '${WEB}/shared/feedback/ModalHost.tsx';
  import { clearModal, showModal } from '${WEB}/shared/feedback/modal.ts';
  const router = {};
  const calls = [];
  const callbackFunc = (code, given, ...texts) => calls.push([code, given === router, ...texts]);
  Object.assign(window, { showModal, clearModal, calls, callbackFunc });
  createRoot(document.getElementById('root')).render(createElement(ModalHost, { router }));
`;

let bundle = { script: '', style: '' };

test.beforeAll(async () => {
  const built = await build({
    root: WEB,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      react(),
      {
        name: 'entry',
        resolveId: (id) => (id === 'modals' ? join(WEB, 'modals.js') : undefined),
        load: (id) => (id === join(WEB, 'modals.js') ? ENTRY : undefined),
      },
    ],
    build: { write: false, minify: false, rolldownOptions: { input: 'modals' } },
  });
  const { output } = Array.isArray(built)
    ? (built[0] ?? { output: [] })
    : 'output' in built
      ? built
      : { output: [] };
  for (const file of output) {
    if (file.type === 'chunk') bundle = { ...bundle, script: file.code };
    else if (file.fileName.endsWith('.css')) bundle = { ...bundle, style: String(file.source) };
  }
});

async function showPage(page: Page): Promise<void> {
  await page.setContent(
    '<!doctype html><html lang="fr"><title>Essai</title><main><h1>Page</h1><button>Avant</button></main><div id="root"></div></html>',
  );
  await page.addStyleTag({ content: bundle.style });
  await page.addScriptTag({ content: bundle.script, type: 'module' });
  await page.waitForFunction('window.showModal');
  await page.getByRole('button', { name: 'Avant' }).focus();
}

const MODALS = [
  { type: 'error', labels: "buttonLabel: 'OK'", agree: 'OK', refuse: null },
  { type: 'information', labels: "buttonLabel: 'Continuer'", agree: 'Continuer', refuse: null },
  {
    type: 'confirmation',
    labels: "buttonLabelYes: 'Oui, fixer', buttonLabelNo: 'Non, corriger'",
    agree: 'Oui, fixer',
    refuse: 'Non, corriger',
  },
  {
    type: 'input',
    labels: "buttonLabelOk: 'Envoyer', buttonLabelCancel: 'Abandonner'",
    agree: 'Envoyer',
    refuse: 'Abandonner',
  },
  { type: 'comp-modal', labels: "buttonLabel: 'Fermer'", agree: 'Fermer', refuse: null },
] as const;

test('a modal’s callback runs when it closes, not when it is refused', { tag: '@desktop' }, async ({
  page,
}) => {
  await showPage(page);
  for (const { type, labels, agree, refuse } of MODALS) {
    await test.step(type, async () => {
      await page.evaluate('calls.length = 0');
      const show = () =>
        page.evaluate(
          `showModal({ type: '${type}', title: 'Un titre', message: 'Un message.', ${labels}, http_code: 418, callbackFunc })`,
        );
      const calls = () => page.evaluate('calls');
      await show();
      await expect(modal(page)).toHaveAccessibleName('Un titre');
      await expect(modal(page)).toContainText('Un message.');
      await expectAccessible(page);
      if (type === 'input') {
        await expect(modal(page).getByRole('textbox', { name: 'Un message.' })).toHaveAttribute('rows', '5');
        await modal(page).getByRole('textbox').fill('Une raison\nsur deux lignes');
      }
      await modal(page).getByRole('button', { name: agree }).click();
      await expect(modal(page)).toBeHidden();
      await expect(page.getByRole('button', { name: 'Avant' })).toBeFocused();
      const called = [[418, true, ...(type === 'input' ? ['Une raison\nsur deux lignes'] : [])]];
      expect(await calls()).toEqual(called);

      await show();
      if (refuse) await modal(page).getByRole('button', { name: refuse }).click();
      else await page.keyboard.press('Escape');
      await expect(modal(page)).toBeHidden();
      // without a way to refuse, Escape is the button
      expect(await calls()).toEqual(refuse ? called : [...called, ...called]);

      await show();
      await page.evaluate('clearModal()');
      await expect(modal(page)).toBeHidden();
      expect(await calls()).toEqual(refuse ? called : [...called, ...called]);
    });
  }
  await test.step('two simultaneous modals show in turn and keep the focus', async () => {
    await page.evaluate(`
      showModal({ type: 'error', title: 'La première', message: 'Un.' });
      showModal({ type: 'information', title: 'La seconde', message: 'Deux.' });
    `);
    await expect(modal(page)).toHaveCount(1);
    await expect(modal(page)).toHaveAccessibleName('La première');
    for (let presses = 0; presses < 4; presses += 1) {
      await page.keyboard.press('Tab');
      // hidden from the tree of roles meanwhile
      await expect(page.locator('main button')).not.toBeFocused();
    }
    await modal(page).getByRole('button', { name: 'OK' }).click();
    await expect(modal(page)).toHaveAccessibleName('La seconde');
    await expect(modal(page).getByRole('button', { name: 'OK' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(modal(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Avant' })).toBeFocused();
  });
});
