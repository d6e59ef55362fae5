import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Features } from './Services.tsx';

const EUR = { code: 'EUR', label: 'euro', rate: 1, at: '', source: '' };

function say(codes: readonly string[]): string {
  const others = codes.map((code) => ({ ...EUR, code, label: code }));
  return renderToStaticMarkup(<Features currencies={[EUR, ...others]} />).replace(/<[^>]+>/g, ' ');
}

const many = Array.from({ length: 76 }, (_, i) => `X${String(i).padStart(2, '0')}`);

test.each([
  [76, 'Plus de 75 devises'],
  [75, '75 devises'],
  [12, '12 devises'],
])('an instance of %i currencies claims no more than it has', (count, claim) => {
  const said = say(many.slice(0, count));
  expect(said).toContain(` ${claim} `);
  expect(said).toContain(`${count} devises se comparent`);
  if (count <= 75) expect(said).not.toContain('Plus de 75');
});

test('it names the dong where it has it', () => {
  expect(say(['USD', 'VND'])).toContain('2 devises, du dollar au dong, se comparent');
});
