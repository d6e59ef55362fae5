import { Type } from 'typebox';

export function oneOf<K extends string>(names: readonly K[]) {
  return Type.Unsafe<K>(Type.Union(names.map((name) => Type.Literal(name))));
}
