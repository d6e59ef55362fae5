/** Kilometres. The first is the default. */
export const RADII = [20, 5, 2] as const;
export type Radius = (typeof RADII)[number];

export type Where = {
  /** Code of a Place: '69123', 'LYS', '92062-LA-DEFENSE'. */
  readonly code: string;
  readonly radius: Radius;
  /** Opening filter: '', 'now', or local time 'YYYY-MM-DDTHH:MM' at the branch. */
  readonly open: '' | 'now' | (string & {});
  readonly isAirport: boolean;
  readonly buysBack: boolean;
  readonly sort: 'amount' | 'distance';
};

export function startWhere(code: string): Where {
  return { code, radius: RADII[0], open: '', isAirport: false, buysBack: false, sort: 'amount' };
}

export function countFilters({ radius, open, isAirport, buysBack }: Where): number {
  return [radius !== RADII[0], open !== '', isAirport, buysBack].filter(Boolean).length;
}

const NOW = 'maintenant';

type Query = { get(name: string): string | null };

/** '&lieu=69123&rayon=5&ouvert=maintenant&type=aeroport&tri=distance', without defaults. */
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

/** undefined: no place. Invalid values count as defaults. */
export function readWhereQuery(query: Query): Where | undefined {
  const code = query.get('lieu') ?? '';
  if (!/^[0-9A-Za-z]{3,5}(-[0-9A-Za-z-]{1,40})?$/.test(code)) return undefined;
  const opened = query.get('ouvert') ?? '';
  const radius = RADII.find((each) => String(each) === query.get('rayon'));
  return {
    code: code.toUpperCase(),
    radius: radius ?? RADII[0],
    open: opened === NOW ? 'now' : /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(opened) ? opened : '',
    isAirport: query.get('type') === 'aeroport',
    buysBack: query.get('reprise') === 'oui',
    sort: query.get('tri') === 'distance' ? 'distance' : 'amount',
  };
}

export function isSameWhere(a: Where | undefined, b: Where | undefined): boolean {
  return whereQuery(a) === whereQuery(b);
}
