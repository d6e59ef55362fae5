import { expect, test } from 'vitest';
import { giveBack, reserve, take } from './slab.ts';

function write(text: string, atMost = text.length): Buffer {
  const { into, start } = reserve(atMost);
  return take(start + into.write(text, start, 'latin1'));
}

test('a text that was taken is never written again', () => {
  const texts = Array.from({ length: 500 }, (_, i) => String(i).repeat(1 + ((i * 37) % 900)));
  // room that is asked for and not used goes to the next one
  const taken = texts.map((text) => write(text, text.length + 1000));
  expect(taken.map(String)).toEqual(texts);
});

test('a text longer than a slab has its own', () => {
  const text = 'a'.repeat(200_000);
  const taken = write(text);
  expect(String(write('b'))).toBe('b');
  expect(String(taken)).toBe(text);
});

test('only the place of the last text can be given back', () => {
  const [first, second] = [write('first'), write('second')];
  giveBack(first);
  giveBack(second);
  const third = write('third!');
  expect([first, second, third].map(String)).toEqual(['first', 'third!', 'third!']);
});

test('what is of another slab cannot be given back', () => {
  const early = write('early');
  const long = write('x'.repeat(100_000));
  giveBack(early);
  expect(String(write('later'))).toBe('later');
  expect([String(early), long.length]).toEqual(['early', 100_000]);
});
