import { joinLabels } from './join-words.ts';
import { searchForm } from './search.ts';

/** Cell text of a draft, and the draft's fields or refusal of a cell. */
export type CsvColumn<V> = {
  readonly title: string;
  readonly write: (draft: V) => string;
  readonly read: (cell: string) => Partial<V> | string;
};

export function text<F extends string>(title: string, field: F): CsvColumn<Record<F, string>> {
  return {
    title,
    write: (draft) => draft[field],
    read: (cell) => part(field, cell),
  };
}

/** Five digits, such as a postcode: a spreadsheet removes the leading zero. */
export function fiveDigits<F extends string>(title: string, field: F): CsvColumn<Record<F, string>> {
  const withZero = (cell: string) => (/^\d{4}$/.test(cell) ? `0${cell}` : cell);
  return { ...text(title, field), read: (cell) => part(field, withZero(cell)) };
}

/** An empty cell leaves the field unchanged. */
export function yesOrNo<F extends string>(title: string, field: F): CsvColumn<Record<F, boolean>> {
  return {
    title,
    write: (draft) => (draft[field] ? 'oui' : 'non'),
    read: (cell) => {
      const word = searchForm(cell);
      if (word === '') return {};
      if (['oui', 'o', 'x', '1', 'vrai'].includes(word)) return part(field, true);
      if (['non', 'n', '0', 'faux'].includes(word)) return part(field, false);
      return `Écrivez oui ou non à la place de «\u00a0${cell}\u00a0».`;
    },
  };
}

function part<F extends string, T>(field: F, value: T): Partial<Record<F, T>> {
  // a computed name loses its literal type
  return { [field]: value } as Record<F, T>;
}

/** Key of a French label or of a key. undefined: unknown. */
export function keyOf<K extends string>(labels: Readonly<Record<K, string>>, word: string): K | undefined {
  const form = searchForm(word);
  return (Object.keys(labels) as K[]).find(
    (each) => form === searchForm(each) || form === searchForm(labels[each]),
  );
}

export function unknownWord(cell: string, labels: Readonly<Record<string, string>>): string {
  return `À la place de «\u00a0${cell}\u00a0», écrivez ${joinLabels(Object.values(labels))}.`;
}
