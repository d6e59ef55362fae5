import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AnswerBytes } from './answer-bytes.ts';

function written(write: (answer: AnswerBytes) => void, atMost = 100): string {
  const answer = new AnswerBytes(atMost);
  write(answer);
  return answer.take().toString('latin1');
}

test('an amount is written as the JSON number that it is', () => {
  const cents = fc.oneof(
    fc.integer({ min: -100_000, max: 100_000 }),
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 }),
    fc.integer({ min: -1e15, max: 1e15 }),
  );
  fc.assert(
    fc.property(cents, (n) => {
      expect(written((answer) => answer.amount(n))).toBe(JSON.stringify(n / 100));
    }),
    { numRuns: 3000, examples: [[0], [1], [10], [100], [-1], [2 ** 31 - 1], [2 ** 31], [-(2 ** 31)]] },
  );
});

test('a text that was taken is never written again', () => {
  const texts = Array.from({ length: 500 }, (_, i) => String(i).repeat(1 + ((i * 37) % 900)));
  const taken = texts.map((text) => {
    // room that is asked for and not used goes to the next one
    const answer = new AnswerBytes(text.length + 1000);
    answer.bytes(Buffer.from(`${text},`));
    answer.dropLast();
    return answer.take();
  });
  expect(taken.map(String)).toEqual(texts);
});

test('a text longer than a slab has its own', () => {
  const text = 'a'.repeat(200_000);
  expect(written((answer) => answer.bytes(Buffer.from(text)), text.length)).toBe(text);
  expect(written((answer) => answer.bytes(Buffer.from('b')))).toBe('b');
});

test('only the place of the last text can be given back', () => {
  const write = (text: string) => {
    const answer = new AnswerBytes(text.length);
    answer.bytes(Buffer.from(text));
    return { answer, taken: answer.take() };
  };
  const [first, second] = [write('first'), write('second')];
  first.answer.giveBack();
  second.answer.giveBack();
  const third = write('third!');
  expect([first, second, third].map(({ taken }) => String(taken))).toEqual(['first', 'third!', 'third!']);
});
