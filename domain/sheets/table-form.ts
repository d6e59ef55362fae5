import { type Static, Type } from 'typebox';
import type { FixingSide } from '../rates/draft.ts';
import { QuoteUnit } from './sheet.ts';

const MAX_COLUMN = 99;
const Column = Type.Union([Type.Integer({ minimum: 0, maximum: MAX_COLUMN }), Type.Null()]);

// Direction of a table's rates. `base_per_quantity`: the base for as many units as its column of quantities says.
export const TableUnit = Type.Union([...QuoteUnit.anyOf, Type.Literal('base_per_quantity')]);
export type TableUnit = Static<typeof TableUnit>;

// Sign before the decimals. `either`: the last one of a number; the others read 1.234 or 1,234 as thousands.
export const DecimalSign = Type.Union([Type.Literal('either'), Type.Literal('comma'), Type.Literal('point')]);
export type DecimalSign = Static<typeof DecimalSign>;

// Columns are counted from 0. null: none.
export const TableForm = Type.Object({
  unit: TableUnit,
  decimals: DecimalSign,
  purchase: Column,
  sale: Column,
  quantity: Column,
});
export type TableForm = Static<typeof TableForm>;

export type TableColumns = Readonly<Record<FixingSide, number | null>>;

export const UNIT_SIZES: Readonly<Record<Exclude<TableUnit, 'per_base' | 'base_per_quantity'>, number>> = {
  base_per_1: 1,
  base_per_100: 100,
  base_per_1000: 1000,
};

export function columnLetter(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : `${columnLetter(Math.floor(column / 26) - 1)}${letter}`;
}

export const DECIMAL_SIGNS: Readonly<Record<DecimalSign, string>> = {
  either: 'virgule ou point',
  comma: 'virgule',
  point: 'point',
};

export function unitName(unit: TableUnit, base: string): string {
  const sign = base === 'EUR' ? '€' : base;
  const names: Readonly<Record<TableUnit, string>> = {
    per_base: `en unités de la devise pour 1\u00a0${sign}`,
    base_per_1: `en ${sign} pour 1 unité`,
    base_per_100: `en ${sign} pour 100 unités`,
    base_per_1000: `en ${sign} pour 1\u00a0000 unités`,
    base_per_quantity: `en ${sign} pour la quantité de chaque ligne`,
  };
  return names[unit];
}

// Sentence that says how a table was read.
export function describeForm(form: TableForm, base: string): string {
  const columns = [
    form.purchase === null ? [] : `achat en colonne ${columnLetter(form.purchase)}`,
    form.sale === null ? [] : `vente en colonne ${columnLetter(form.sale)}`,
    form.quantity === null || form.unit === 'per_base'
      ? []
      : `quantité en colonne ${columnLetter(form.quantity)}`,
  ].flat();
  const decimals = `décimales après ${DECIMAL_SIGNS[form.decimals]}`;
  return `Lu ${[unitName(form.unit, base), ...columns, decimals].join(', ')}.`;
}
