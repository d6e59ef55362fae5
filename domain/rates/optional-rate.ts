import { Type } from 'typebox';

/** null: the side has no rate. */
export const OptionalRate = Type.Union([Type.Number(), Type.Null()]);
