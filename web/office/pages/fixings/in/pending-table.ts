import { create } from 'zustand';
import type { TableChoices } from '#domain/sheets/rate-table.ts';
import { DECIMAL_SIGNS, TableUnit } from '#domain/sheets/table-form.ts';
import type { TableCells } from '#domain/sheets/table-numbers.ts';
import { formatRecent } from '#web/shared/dates.ts';
import {
  isBoolean,
  isCount,
  isNumber,
  isString,
  listOf,
  nullOr,
  oneOf,
  optional,
  recordOf,
  type Shape,
  shapeOf,
} from '../../../shapes.ts';
import { readFromTab, storeInTab } from '../../../tab-storage.ts';

// Table in preview with what a person chose. `at`: milliseconds, when it was read.
export type PendingTable = {
  cells: TableCells;
  origin: 'pasted' | 'file';
  at: number;
  choices: TableChoices;
};

// `last`: table that was taken over, replaced or abandoned, and can be opened again.
type Tables = { userId: number | null; table: PendingTable | null; last: PendingTable | null };

export const useTables = create<Tables>(() => ({ userId: null, table: null, last: null }));

// User's table of this tab, restored so that no way of leaving the page loses a choice.
export function openTables(userId: number): void {
  if (useTables.getState().userId !== userId)
    useTables.setState({ userId, table: readFromTab<PendingTable>(keyOf(userId), isTable), last: null });
}

const isColumn = nullOr(isCount);
const isOptionalColumn = optional(isColumn);
const isCell: Shape = (value) => value === null || isString(value) || isNumber(value);

// A table of another shape, stored by another version, is dropped.
const isTable = shapeOf({
  cells: listOf(listOf(isCell)),
  origin: oneOf(['pasted', 'file']),
  at: isNumber,
  choices: shapeOf({
    form: optional(
      shapeOf({
        unit: optional(oneOf(TableUnit.anyOf.map(({ const: unit }) => unit))),
        decimals: optional(oneOf(Object.keys(DECIMAL_SIGNS))),
        purchase: isOptionalColumn,
        sale: isOptionalColumn,
        quantity: isOptionalColumn,
      }),
    ),
    corrections: optional(
      recordOf(
        shapeOf({
          isPrice: isBoolean,
          quantity: isCount,
          power: oneOf([-3, -2, -1, 0, 1, 2, 3]),
          isSwapped: isBoolean,
        }),
      ),
    ),
    edits: optional(recordOf(shapeOf({ code: nullOr(isString), purchase: isString, sale: isString }))),
    left: optional(listOf(isCount)),
    keeping: optional(shapeOf({ all: oneOf([null, 'first', 'last']), lines: recordOf(isCount) })),
    addsOthers: optional(isBoolean),
  }),
});

export function setTable(table: PendingTable | null): void {
  const { table: former, last } = useTables.getState();
  useTables.setState({ table, last: hasChoices(former) ? former : last });
  storeTable();
}

export function choose(change: TableChoices): void {
  const { table } = useTables.getState();
  if (table) useTables.setState({ table: { ...table, choices: { ...table.choices, ...change } } });
  storeTable();
}

export function closeTable(): void {
  useTables.setState(({ table }) => ({ table: null, last: table }));
  storeTable();
}

export function reopenTable(): void {
  useTables.setState(({ table, last }) => ({ table: last, last: hasChoices(table) ? table : null }));
  storeTable();
}

export function hasChoices(table: PendingTable | null): boolean {
  return table !== null && Object.keys(table.choices).length > 0;
}

// « collé il y a 3 min », « lu hier à 9 h 12 »
export function formatRead({ origin, at }: PendingTable): string {
  return `${origin === 'file' ? 'lu' : 'collé'} ${formatRecent(new Date(at), new Date())}`;
}

function storeTable(): void {
  const { userId, table } = useTables.getState();
  if (userId !== null) storeInTab(keyOf(userId), table);
}

function keyOf(userId: number): string {
  return `parite-tableau-${userId}`;
}
