import * as Type from 'typebox';
import { draftOf } from '../validation/draft.ts';
import { readFigure } from './terms-draft.ts';

/** `branch` '': the company; `day` '': every day. */
const StockForm = Type.Object({
  branch: Type.String({ maxLength: 12 }),
  currency: Type.String({ maxLength: 3 }),
  day: Type.String({ maxLength: 10 }),
  ready: Type.String({ maxLength: 16 }),
});
export type StockForm = Type.Static<typeof StockForm>;

export const stockDraft = draftOf(StockForm, {
  ready: (typed) => {
    const value = readFigure(typed, 2);
    return value === null
      ? { code: 'invalid_amount', message: 'Donnez un montant, à deux décimales au plus.' }
      : undefined;
  },
});
