import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import stylelint from 'stylelint';
import { describe, expect, test } from 'vitest';

const cwd = fileURLToPath(new URL('../..', import.meta.url));

async function refusals(declaration: string): Promise<number> {
  const code = declaration.startsWith('@') ? declaration : `.a { ${declaration}; }`;
  const { results } = await stylelint.lint({
    code,
    cwd,
    codeFilename: `${cwd}web/office/Any.module.css`,
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
  'min-height: 44px',
  'min-height: 36px',
  'height: 46px',
  'max-width: 640px',
  'max-width: 70ch',
  '@media (max-width: 700px) { .a { top: 0 } }',
  '@media (--no-such-width) { .a { top: 0 } }',
])('the check refuses %s', async (declaration) => {
  expect(await refusals(declaration)).toBeGreaterThan(0);
});

const TOKENS = await readFile(`${cwd}/web/shared/tokens.css`, 'utf8');

describe.each(['light', 'dark'])('in the %s scheme', (scheme) => {
  const colorOf = (token: string) => {
    const [, light, dark] =
      new RegExp(`--${token}: (?:light-dark\\()?(#\\w{6})(?:, (#\\w{6}))?`).exec(TOKENS) ?? [];
    return (scheme === 'dark' ? dark : undefined) ?? light ?? '';
  };
  const grounds = ['surface', 'paper', 'surface-quiet', 'tint', 'saffron-tint'];

  test.each([
    ['a border', 'line-strong', 3],
    ['text', 'ink-soft', 4.5],
    ['text', 'action', 4.5],
    ['text', 'brick', 4.5],
    ['text', 'saffron-strong', 4.5],
  ])('%s in %s contrasts with any background by %d:1', (_, token, least) => {
    for (const ground of grounds) {
      expect(contrast(colorOf(token), colorOf(ground)), ground).toBeGreaterThanOrEqual(least);
    }
  });
});

/** As WCAG 2 counts it. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other].map(luminance).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each([
  'color: var(--ink)',
  'background: transparent',
  'font-size: var(--type-small)',
  'font: 700 var(--type-body) / 1 var(--font-title)',
  'border-radius: 0 var(--radius-round) 0 0',
  'z-index: var(--layer-menu)',
  'padding: 0 var(--space-2)',
  'margin: 0 auto calc(-1 * var(--space-2))',
  'min-height: var(--control)',
  'height: 40px',
  'height: 160px',
  '@media (--phone) { .a { top: 0 } }',
])('the check accepts %s', async (declaration) => {
  expect(await refusals(declaration)).toBe(0);
});
