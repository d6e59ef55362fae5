// Shapes of what a browser stored, since an older or newer version may have stored it.
export type Shape = (value: unknown) => boolean;

export const isString: Shape = (value) => typeof value === 'string';
export const isBoolean: Shape = (value) => typeof value === 'boolean';
export const isNumber: Shape = (value) => Number.isFinite(value);
export const isCount: Shape = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

export function oneOf(values: readonly unknown[]): Shape {
  return (value) => values.includes(value);
}

export function nullOr(fits: Shape): Shape {
  return (value) => value === null || fits(value);
}

export function optional(fits: Shape): Shape {
  return (value) => value === undefined || fits(value);
}

export function listOf(fits: Shape): Shape {
  return (value) => Array.isArray(value) && value.every(fits);
}

export function recordOf(fits: Shape): Shape {
  return (value) => isRecord(value) && Object.values(value).every(fits);
}

export function shapeOf(fields: Readonly<Record<string, Shape>>): Shape {
  return (value) => isRecord(value) && Object.entries(fields).every(([name, fits]) => fits(value[name]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
