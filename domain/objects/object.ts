import { type Static, Type } from 'typebox';

export const ObjectType = Type.Union([
  Type.Literal('company'),
  Type.Literal('user'),
  Type.Literal('currency'),
  Type.Literal('article'),
]);
export type ObjectType = Static<typeof ObjectType>;

/** The most objects that one answer holds. */
export const MAX_OBJECTS = 100;

/** Anything that has a name: `id` says its type too ('company-3', 'currency-USD'). */
export const NamedObject = Type.Object({ id: Type.String(), type: ObjectType, label: Type.String() });
export type NamedObject = Static<typeof NamedObject>;

export const ObjectsQuery = Type.Object({
  type: Type.Optional(ObjectType),
  q: Type.Optional(Type.String({ maxLength: 100 })),
});
export type ObjectsQuery = Static<typeof ObjectsQuery>;
