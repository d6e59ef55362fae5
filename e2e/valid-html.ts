import { expect, type Page } from '@playwright/test';
import { HtmlValidate } from 'html-validate';

// Rules of the HTML standard. Those on how a file is typed say nothing of what a browser writes out of a page.
const checker = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:document'],
  rules: {
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'attr-quotes': 'off',
    'doctype-style': 'off',
    'no-raw-characters': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    // skeletons of pages wait in templates, and a notice may stand above the title of the page
    'heading-level': [
      'error',
      {
        minInitialRank: 'any',
        sectioningRoots: ['dialog', '[role="dialog"]', '[role="alertdialog"]', 'template'],
      },
    ],
    // ids of React
    'valid-id': ['error', { relaxed: true }],
    // hashes are in the names of files of the same host
    'require-sri': 'off',
    // what Safari needs to read a list without marks as one
    'no-redundant-role': 'off',
  },
});

// Text that was checked last: in another width or scheme a page often has the same.
let checked = '';

/** Nothing that an HTML checker finds in the page as it stands, read anew as its text. */
export async function expectValidHtml(page: Page): Promise<void> {
  const text = await page.evaluate<string>(COPY_EARLY_ROWS);
  if (text === checked) return;
  const { results } = await checker.validateString(text, page.url());
  const found = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? ''})`),
  );
  expect(found).toEqual([]);
  // a button of a popover says by itself whether it is open
  await expect(page.locator('[popovertarget][aria-expanded]')).toHaveCount(0);
  checked = text;
}

// Text of the page with the first rows of each list, which the later ones are like. A document without a window loads nothing.
const COPY_EARLY_ROWS = `(() => {
  const copy = document.implementation.createHTMLDocument('').importNode(document.documentElement, true);
  for (const row of copy.querySelectorAll('tr:nth-child(n + 21), li:nth-child(n + 21)')) row.remove();
  return (document.doctype ? '<!DOCTYPE html>' : '') + copy.outerHTML;
})()`;
