/** How far one goes, in km; the first is what a place without a radius means. */
export const RADII = [20, 5, 2] as const;
export type Radius = (typeof RADII)[number];

/** Where the traveller would change, and which doors are worth the way. */
export type Where = {
  /** of the commune (INSEE) or the airport (IATA) */
  readonly code: string;
  readonly radius: Radius;
  /** open now, or when the clocks there show this: 'YYYY-MM-DDTHH:MM'; empty: whenever */
  readonly open: '' | 'now' | (string & {});
  readonly isAirport: boolean;
  /** takes back what is left over */
  readonly buysBack: boolean;
  readonly sort: 'amount' | 'distance';
};

export function startWhere(code: string): Where {
  return { code, radius: RADII[0], open: '', isAirport: false, buysBack: false, sort: 'amount' };
}

const NOW = 'maintenant';

/** What URLSearchParams is. */
type Query = { get(name: string): string | null };

/** '&lieu=69123&rayon=5&ouvert=maintenant&type=aeroport&tri=distance': what is as usual is left out. */
export function whereQuery(where: Where | undefined): string {
  if (!where) return '';
  const { code, radius, open, isAirport, buysBack, sort } = where;
  return [
    `&lieu=${code}`,
    radius === RADII[0] ? '' : `&rayon=${radius}`,
    open === '' ? '' : `&ouvert=${open === 'now' ? NOW : open}`,
    isAirport ? '&type=aeroport' : '',
    buysBack ? '&reprise=oui' : '',
    sort === 'amount' ? '' : '&tri=distance',
  ].join('');
}

/** What an address says of it; undefined without a place. What it says wrongly is as usual. */
export function readWhereQuery(asked: Query): Where | undefined {
  const code = asked.get('lieu') ?? '';
  if (!/^[0-9A-Za-z]{3,5}$/.test(code)) return undefined;
  const opened = asked.get('ouvert') ?? '';
  const radius = RADII.find((each) => String(each) === asked.get('rayon'));
  return {
    code: code.toUpperCase(),
    radius: radius ?? RADII[0],
    open: opened === NOW ? 'now' : /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(opened) ? opened : '',
    isAirport: asked.get('type') === 'aeroport',
    buysBack: asked.get('reprise') === 'oui',
    sort: asked.get('tri') === 'distance' ? 'distance' : 'amount',
  };
}

export function isSameWhere(one: Where | undefined, other: Where | undefined): boolean {
  return whereQuery(one) === whereQuery(other);
}
