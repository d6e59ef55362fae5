/** What a screen filters by: values, lists of values, and filters within filters. */
export type Filters = { readonly [key: string]: FilterValue };
type Value = string | number | boolean | null | undefined;
type FilterValue = Value | readonly Value[] | Filters;

/**
 * The query string of nested filters (spec 7): empty values dropped, arrays not indexed. As the field's qs
 * writes it with `indices: false`: 'status=a&status=b&company%5Bid%5D=3'. Empty when nothing is left.
 */
export function buildQuery(filters: Filters): string {
  return leavesOf(filters)
    .flatMap(({ path: [first = '', ...others], values }) => {
      const key = first + others.map((part) => `[${part}]`).join('');
      return values.map((value) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
    })
    .join('&');
}

/**
 * Nested filters as one level of underscore-joined keys, arrays joined by '+OR+' (spec 7):
 * `{ company_id: '3', status: 'a+OR+b' }`. Empty values are dropped here too.
 */
export function flattenFilters(filters: Filters): Record<string, string> {
  return Object.fromEntries(
    leavesOf(filters).map(({ path, values }) => [path.join('_'), values.join('+OR+')]),
  );
}

type Leaf = { path: string[]; values: string[] };

function leavesOf(filters: Filters): Leaf[] {
  return Object.entries(filters).flatMap(([key, value]) => {
    if (isNested(value)) return leavesOf(value).map(({ path, values }) => ({ path: [key, ...path], values }));
    const values = (Array.isArray(value) ? value : [value]).filter((one) => !isEmpty(one)).map(String);
    return values.length === 0 ? [] : [{ path: [key], values }];
  });
}

function isNested(value: FilterValue): value is Filters {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** 0 and false are values. */
function isEmpty(value: Value): boolean {
  return value === undefined || value === null || value === '' || Number.isNaN(value);
}
