import { Type } from 'typebox';

/** Of one side; null: the side has none. */
export const OptionalRate = Type.Union([Type.Number(), Type.Null()]);
