export type Filters = { readonly [key: string]: FilterValue };
type Value = string | number | boolean | null | undefined;
type FilterValue = Value | readonly Value[] | Filters;

/**
 * Query string of nested filters without empty values (spec 7), as qs writes it with `indices: false`.
 * Example: 'status=a&status=b&company%5Bid%5D=3'.
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
 * Nested filters as one level of keys, without empty values (spec 7). Example: `{ company_id: '3', status:
 * 'a+OR+b' }`.
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
    const values = (Array.isArray(value) ? value : [value]).filter((item) => !isEmpty(item)).map(String);
    return values.length === 0 ? [] : [{ path: [key], values }];
  });
}

function isNested(value: FilterValue): value is Filters {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: Value): boolean {
  return value === undefined || value === null || value === '' || Number.isNaN(value);
}
