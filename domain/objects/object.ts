import { type Static, Type } from 'typebox';
import { Page, SearchText } from '../lists/page.ts';

export const ObjectType = Type.Union([
  Type.Literal('company'),
  Type.Literal('user'),
  Type.Literal('currency'),
  Type.Literal('article'),
]);
export type ObjectType = Static<typeof ObjectType>;

/** `id` contains the type: 'company-3', 'currency-USD'. */
export const NamedObject = Type.Object({ id: Type.String(), type: ObjectType, label: Type.String() });
export type NamedObject = Static<typeof NamedObject>;

export const ObjectsQuery = Type.Object({
  type: Type.Optional(ObjectType),
  q: Type.Optional(SearchText),
  page: Type.Optional(Page),
});
export type ObjectsQuery = Static<typeof ObjectsQuery>;
