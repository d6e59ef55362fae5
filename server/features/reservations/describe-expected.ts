import { COUNTER_ZONE, formatComingMoment } from '#domain/reservations/format-moment.ts';

export type Expected = { number: string; pickupAt: Date; zone: string | null };

const MOST_NAMED = 5;

export function describeExpected(
  expected: readonly Expected[],
  what: { one: string; some: (count: number) => string },
  act: 'enregistrez' | 'fermez' | 'suspendez' | 'retirez',
): string {
  const named = expected
    .slice(0, MOST_NAMED)
    .map(
      ({ number, pickupAt, zone }) =>
        `n°\u00a0${number}, ${formatComingMoment(pickupAt.toISOString(), zone ?? COUNTER_ZONE)}`,
    );
  const more = expected.length - named.length;
  const [which, whom] =
    expected.length === 1
      ? [what.one, 'son voyageur le saura']
      : [what.some(expected.length), 'leurs voyageurs le sauront'];
  const others = more === 0 ? '' : `\u00a0; et ${more} de plus`;
  return `${which}\u00a0: ${named.join('\u00a0; ')}${others}. Si vous ${act === 'retirez' ? 'le retirez' : act}, ${whom} par e-mail.`;
}
