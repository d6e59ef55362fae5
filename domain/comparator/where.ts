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
  return { code, radius: RADII[0], open: '', isAirport: false, buysBack: false, sort: firstSort(code) };
}

// An airport's own counter pays less than those in town, so that by amount it would stand behind them or not at all.
function firstSort(code: string): Where['sort'] {
  return /^[A-Z]{3}(-|$)/.test(code) ? 'distance' : 'amount';
}

/** Filters at another place. The order becomes that of the place, unless another one was chosen. */
export function moveWhere(where: Where | undefined, code: string): Where {
  const start = startWhere(code);
  if (!where) return start;
  return { ...where, code, sort: where.sort === firstSort(where.code) ? start.sort : where.sort };
}

export function countFilters({ radius, open, isAirport, buysBack }: Where): number {
  return [radius !== RADII[0], open !== '', isAirport, buysBack].filter(Boolean).length;
}

const NOW = 'maintenant';
const SORTS = { amount: 'montant', distance: 'distance' } as const;

type Query = { get(name: string): string | null };

/** '&lieu=69123&rayon=5&ouvert=maintenant&type=aeroport&tri=distance', without the defaults of the place. */
export function whereQuery(where: Where | undefined): string {
  if (!where) return '';
  const { code, radius, open, isAirport, buysBack, sort } = where;
  return [
    `&lieu=${code}`,
    radius === RADII[0] ? '' : `&rayon=${radius}`,
    open === '' ? '' : `&ouvert=${open === 'now' ? NOW : open}`,
    isAirport ? '&type=aeroport' : '',
    buysBack ? '&reprise=oui' : '',
    sort === firstSort(code) ? '' : `&tri=${SORTS[sort]}`,
  ].join('');
}

/** undefined: no place. Invalid values count as defaults. */
export function readWhereQuery(query: Query): Where | undefined {
  const code = query.get('lieu') ?? '';
  if (!/^[0-9A-Za-z]{3,5}(-[0-9A-Za-z-]{1,40})?$/.test(code)) return undefined;
  const start = startWhere(code.toUpperCase());
  const opened = query.get('ouvert') ?? '';
  const radius = RADII.find((each) => String(each) === query.get('rayon'));
  const sort = query.get('tri');
  return {
    ...start,
    radius: radius ?? start.radius,
    open: opened === NOW ? 'now' : /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(opened) ? opened : '',
    isAirport: query.get('type') === 'aeroport',
    buysBack: query.get('reprise') === 'oui',
    sort: sort === SORTS.amount ? 'amount' : sort === SORTS.distance ? 'distance' : start.sort,
  };
}

export function isSameWhere(a: Where | undefined, b: Where | undefined): boolean {
  return whereQuery(a) === whereQuery(b);
}
