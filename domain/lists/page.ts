import { Type } from 'typebox';

/** Which page of a list, from 1. */
export const Page = Type.Integer({ minimum: 1, maximum: 1_000_000 });

/** What a list is searched for; a blank text is no search. */
export const SearchText = Type.String({ maxLength: 100, pattern: '^[^\\u0000]*$' });
