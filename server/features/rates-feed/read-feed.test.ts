import { describe, expect, test } from 'vitest';
import { FeedFailure } from './feed-failure.ts';
import { readFeed } from './read-feed.ts';

const ecb = (cubes: string, head = '<?xml version="1.0" encoding="UTF-8"?>') => `${head}
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
	<Cube>${cubes}</Cube>
</gesmes:Envelope>`;
const day = (time: string, ...rates: string[]) => `<Cube time='${time}'>${rates.join('\n')}</Cube>`;

describe('the XML of the European Central Bank', () => {
  test('has its day and its rates, as written', () => {
    const text = ecb(
      day('2026-09-29', "<Cube currency='USD' rate='1.136'/>", "<Cube currency='JPY' rate='170.50'/>"),
    );
    expect(readFeed(`\uFEFF${text}`)).toEqual({
      day: '2026-09-29',
      source: 'Banque centrale européenne',
      rates: new Map([
        ['USD', '1.136'],
        ['JPY', '170.50'],
      ]),
    });
  });

  test('with several days has the newest', () => {
    const days = ['2026-09-28', '2026-09-30', '2026-09-29'].map((time, i) =>
      day(time, `<Cube currency="USD" rate="1.${i}"/>`),
    );
    expect(readFeed(ecb(days.join('')))).toMatchObject({
      day: '2026-09-30',
      rates: new Map([['USD', '1.1']]),
    });
  });

  test('keeps invalid rates for the check, and leaves out entries without a currency', () => {
    const text = ecb(
      day(
        '2026-09-29',
        "<Cube currency='USD' rate='N/A'/>",
        "<Cube currency='GBP'/>",
        "<Cube currency='4217' rate='1'/>",
        "<Cube rate='1'/>",
      ),
    );
    expect([...readFeed(text).rates]).toEqual([['USD', 'N/A']]);
  });
});

describe('the JSON', () => {
  test('has its day and its rates digit by digit, never through a binary float', () => {
    const text = `{ "date": "2026-09-29", "eur": {
      "usd": 1.136, "mad": 10.710000000000000001, "xof": 6.55957e2, "1inch": 4, "eur": 1 } }`;
    expect(readFeed(text)).toEqual({
      day: '2026-09-29',
      source: null,
      rates: new Map([
        ['USD', '1.136'],
        ['MAD', '10.710000000000000001'],
        ['XOF', '6.55957e2'],
        ['EUR', '1'],
      ]),
    });
  });

  test('keeps a rate that is no number as it is', () => {
    const { rates } = readFeed('{"date":"2026-09-29","eur":{"usd":"1.1","gbp":null,"jpy":[1],"mad":{}}}');
    expect(Object.fromEntries(rates)).toEqual({
      USD: '"1.1"',
      GBP: 'null',
      JPY: '[{"text":"1"}]',
      MAD: '{}',
    });
  });
});

describe('an unknown format is refused entirely, with a sentence', () => {
  const entities = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from(
    { length: 9 },
    (_, i) => `<!ENTITY a${i} "${`&a${i === 0 ? '' : i - 1};`.repeat(10)}">`,
  ).join('')}]>`;
  test.each([
    ['nothing', ''],
    ['spaces', ' \n'],
    ['a text', 'Service temporairement indisponible'],
    ['a page', '<!doctype html><html><body>404<br></body></html>'],
    ['half an XML', ecb(day('2026-09-29', "<Cube currency='USD' rate='1.1'/>")).slice(0, -30)],
    ['an XML without a day', ecb("<Cube><Cube currency='USD' rate='1.1'/></Cube>")],
    ['another XML', '<rss><channel/></rss>'],
    ['a bomb of entities', ecb(day('2026-09-29', "<Cube currency='USD' rate='&a8;'/>"), entities)],
    ['a deep XML', '<a>'.repeat(50_000)],
    ['half a JSON', '{"date":"2026-09-29","eur":{"usd":1.1'],
    ['a JSON without a day', '{"eur":{"usd":1.1}}'],
    ['a JSON without rates', '{"date":"2026-09-29","eur":1.1}'],
    ['a list', '[{"date":"2026-09-29"}]'],
    ['a number', '1.1'],
    ['null', 'null'],
    ['a deep JSON', '['.repeat(100_000)],
  ])('%s', (_what, text) => {
    expect(() => readFeed(text)).toThrow(FeedFailure);
    expect(() => readFeed(text)).toThrow(/^Le contenu reçu .*\.$/);
  });

  test('rates for another base than the euro', () => {
    expect(() => readFeed('{"date":"2026-09-29","usd":{"eur":0.88}}')).toThrow(
      'Les taux reçus ne sont pas exprimés pour 1 euro.',
    );
  });
});
