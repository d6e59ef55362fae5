import { type Draft, validateDraft } from '#domain/validation/draft.ts';

const TEXTS = ['Rue du Bac', '04 72 00 00 00', 'contact@exemple.fr', 'https://exemple.fr/change', '69003'];

/**
 * Values with another value in one field: `together` of the field where given, else the negated boolean or the first
 * text that passes its rule.
 */
export function withSample<V extends object>(
  draft: Draft<V>,
  values: V,
  field: keyof V & string,
  together: { readonly [F in keyof V]?: Partial<V> } = {},
): V {
  const said = together[field];
  if (said) return { ...values, ...said };
  const candidates: readonly unknown[] = typeof values[field] === 'boolean' ? [!values[field]] : TEXTS;
  const samples = candidates.map((value): V => ({ ...values, [field]: value }));
  const sample = samples.find((one) => one[field] !== values[field] && !validateDraft(draft, one)[field]);
  if (!sample) throw new Error(`${field}: no sample value passes its rule`);
  return sample;
}
