import { joinLabels } from '../text/join-words.ts';
import type { Draft, Rule } from './draft.ts';

/**
 * company: of a company, of no person. person: exported to the person who asks, and erased with them. reference: id of a
 * row that is exported by its name.
 */
export type Privacy = 'company' | 'person' | 'reference';

/** null: texts, numbers and yes or no are shown as they are. */
type Words<T> = [T] extends [boolean | null]
  ? null
  : [string] extends [T]
    ? null
    : [number] extends [T]
      ? null
      : (stored: T) => string;

/** Everything that differs from one field of a noun to the next. V: draft; R: its row. */
export type Field<V, F extends keyof V, R extends Record<keyof V, unknown>> = {
  /** null: the schema says all */
  readonly rule: Rule<V[F], V> | null;
  readonly empty: V[F];
  readonly toRow: (typed: V[F], draft: V) => R[F];
  readonly fromRow: (stored: R[F]) => V[F];
  /** Name in a French sentence about a wrong request. */
  readonly frenchName: string;
  readonly journal: { readonly label: string; readonly words: Words<R[F]> };
  readonly privacy: Privacy;
};

export type Fields<V extends object, R extends Record<keyof V, unknown>> = {
  readonly [F in keyof V]-?: Field<V, F, R>;
};

type Named<K extends string, T> = Readonly<Record<K, T>>;

export function fieldNamesOf<K extends string>(fields: Named<K, unknown>): K[] {
  // the fields of a table are its keys
  return Object.keys(fields) as K[];
}

export function mapFields<K extends string, E, T>(
  fields: Named<K, E>,
  of: (field: E, name: K) => T,
): Record<K, T> {
  const entries = fieldNamesOf(fields).map((name) => [name, of(fields[name], name)]);
  // each field has its entry
  return Object.fromEntries(entries) as Record<K, T>;
}

export function pick<T extends object, K extends keyof T & string>(of: T, names: readonly K[]): Pick<T, K> {
  // each name has its value
  return Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<T, K>;
}

export function rulesOf<V extends object>(
  fields: Readonly<Record<keyof V & string, { readonly rule: unknown }>>,
): Draft<V>['rules'] {
  const ruled = Object.entries<{ rule: unknown }>(fields).filter(([, { rule }]) => rule !== null);
  // each rule is of its field
  return Object.fromEntries(ruled.map(([name, { rule }]) => [name, rule])) as Draft<V>['rules'];
}

export function emptyOf<V extends object>(fields: { readonly [F in keyof V]: { readonly empty: V[F] } }): V {
  // each value is of its field
  return mapFields(fields as Named<string, { empty: unknown }>, ({ empty }) => empty) as V;
}

/** Columns of a draft that no rule refuses, without what is none of its fields; a field left out is no column. */
export function toColumns<V extends object, R extends Record<keyof V, unknown>>(
  fields: { readonly [F in keyof V]-?: Pick<Field<V, F, R>, 'toRow'> },
  draft: V,
): R {
  type Erased = { toRow: (typed: unknown, draft: V) => unknown };
  const columns = Object.entries(fields as Named<string, Erased>).flatMap(([name, { toRow }]) => {
    const typed = draft[name as keyof V];
    return typed === undefined ? [] : [[name, toRow(typed, draft)]];
  });
  // each value is of its field
  return Object.fromEntries(columns) as R;
}

export function fromColumns<V extends object, R extends Record<keyof V, unknown>>(
  fields: Fields<V, R>,
  row: R,
): V {
  type Erased = { fromRow: (stored: unknown) => unknown };
  // each value is of its field
  return mapFields(fields as Named<string, Erased>, ({ fromRow }, name) =>
    fromRow(row[name as keyof V]),
  ) as V;
}

/** Column of a text without the spaces around it. */
export const TRIMMED = {
  toRow: (typed: string): string => typed.trim(),
  fromRow: (stored: string): string => stored,
};

const asItIs = <T>(value: T): T => value;
/** Column of what was typed, unchanged. */
export const AS_TYPED = { toRow: asItIs, fromRow: asItIs };

/** Journal words of a value out of a closed list, or of several. */
export function wordsOf<K extends string>(labels: Readonly<Record<K, string>>) {
  return (stored: K | readonly K[]): string =>
    joinLabels([stored].flat().map((key) => labels[key as K] ?? String(key))) || 'aucun';
}
