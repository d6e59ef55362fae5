import type { Answer } from '#domain/api.ts';
import type { MarginSheet } from '#domain/margins/margin-sheet.ts';
import { parseTypedRule, type TypedRule, typedRule } from '#domain/margins/typed-rule.ts';

export type TypedGroup = { name: string; codes: string };

export type TypedSheet = { rules: TypedRule[]; groups: TypedGroup[] };

export function typedSheet({ rules, groups }: Answer<'GET /api/fixings/margins'>): TypedSheet {
  return {
    rules: rules.map(typedRule),
    groups: groups.map(({ name, currencies }) => ({ name, codes: currencies.join(' ') })),
  };
}

/** Call on validated input: an unreadable rule is dropped. */
export function sheetOf({ rules, groups }: TypedSheet): MarginSheet {
  return {
    groups: groups.map(({ name, codes }) => ({ name: name.trim(), currencies: codesOf(codes) })),
    rules: rules.map(parseTypedRule).flatMap((read) => ('rule' in read ? [read.rule] : [])),
  };
}

function codesOf(text: string): string[] {
  return [...new Set(text.toUpperCase().match(/[A-Z]{3}/g) ?? [])];
}
