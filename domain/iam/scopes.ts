/**
 * True if every requested scope matches a granted scope (spec 6). Both are comma-separated lists of dot-separated
 * segments, where a granted `*` matches one non-empty segment and `**` all that remain.
 */
export function isAllowed(requested: string, granted: string): boolean {
  const grants = granted.split(',').map((scope) => scope.trim().split('.'));
  return requested
    .split(',')
    .map((scope) => scope.trim().split('.'))
    .every((request) => grants.some((grant) => matches(request, grant)));
}

export function isAnyAllowed(requested: readonly string[], granted: string): boolean {
  return requested.some((scope) => isAllowed(scope, granted));
}

function matches(request: readonly string[], grant: readonly string[]): boolean {
  if (request.includes('')) return false;
  for (const [i, segment] of grant.entries()) {
    if (i >= request.length) return false;
    if (segment === '**') return true;
    if (segment !== '*' && segment !== request[i]) return false;
  }
  return request.length === grant.length;
}
