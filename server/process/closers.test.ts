import { expect, test } from 'vitest';
import { Closers } from './closers.ts';

const fail = (error: unknown) => {
  throw error;
};

test('parts are closed in reverse order of opening', async () => {
  const closers = new Closers();
  const closed: string[] = [];
  for (const name of ['first', 'second']) {
    await closers.open(
      () => name,
      (part) => closed.push(part),
    );
  }
  closers.add(() => closed.push('third'));
  await closers.closeAll(fail);
  expect(closed).toEqual(['third', 'second', 'first']);
});

test('a close during an opening waits for it, closes it, and prevents further openings', async () => {
  const closers = new Closers();
  const opening = Promise.withResolvers<string>();
  const closed: string[] = [];
  const opened = closers.open(
    () => opening.promise,
    (part) => closed.push(part),
  );
  const ended = closers.closeAll(fail);
  expect(closers.signal.aborted).toBe(true);
  opening.resolve('slow');
  await expect(opened).rejects.toThrow();
  await ended;
  expect(closed).toEqual(['slow']);
  await expect(closers.open(() => closed.push('late'), fail)).rejects.toThrow();
  expect(closed).toEqual(['slow']);
});

test('an unopened part is not closed, and a failed close leaves no other part open', async () => {
  const closers = new Closers();
  const closed: string[] = [];
  const failures: unknown[] = [];
  closers.add(() => closed.push('first'));
  await expect(closers.open(() => fail(new Error('not opened')), fail)).rejects.toThrow('not opened');
  closers.add(() => fail(new Error('not closed')));
  await closers.closeAll((error) => failures.push(error));
  expect(closed).toEqual(['first']);
  expect(failures).toEqual([new Error('not closed')]);
});
