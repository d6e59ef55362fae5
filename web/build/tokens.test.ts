import { fileURLToPath } from 'node:url';
import stylelint from 'stylelint';
import { expect, test } from 'vitest';

const cwd = fileURLToPath(new URL('../..', import.meta.url));

async function refusals(declaration: string): Promise<number> {
  const code = declaration.startsWith('@') ? declaration : `.a { ${declaration}; }`;
  const { results } = await stylelint.lint({
    code,
    cwd,
    codeFilename: `${cwd}/web/shared/ui/Any.module.css`,
  });
  return results.flatMap(({ warnings }) => warnings).length;
}

test.each([
  'color: #fff',
  'background: linear-gradient(red, var(--ink))',
  'border: 1px solid rgb(0 0 0 / 5%)',
  'box-shadow: 0 0 3px black',
  'color: var(--no-such-ink)',
  'font-family: Arial',
  'font-size: 13px',
  'font-size: small',
  'font-size: var(--space-4)',
  'font: 700 1rem / 1 var(--font-text)',
  'border-radius: 6px',
  'border-top-left-radius: 50%',
  'z-index: 5',
  'padding: 7px var(--space-2)',
  'margin: 0 -3px',
  'gap: 1rem',
  'gap: var(--radius-small)',
  '@media (max-width: 700px) { .a { top: 0 } }',
  '@media (--no-such-width) { .a { top: 0 } }',
])('the check refuses %s', async (declaration) => {
  expect(await refusals(declaration)).toBeGreaterThan(0);
});

test.each([
  'color: var(--ink)',
  'background: transparent',
  'font-size: var(--type-small)',
  'font: 700 var(--type-body) / 1 var(--font-title)',
  'border-radius: 0 var(--radius-round) 0 0',
  'z-index: var(--layer-menu)',
  'padding: 0 var(--space-2)',
  'margin: 0 auto calc(-1 * var(--space-2))',
  '@media (--phone) { .a { top: 0 } }',
])('the check takes %s', async (declaration) => {
  expect(await refusals(declaration)).toBe(0);
});
