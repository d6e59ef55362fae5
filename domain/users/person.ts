import { Type } from 'typebox';

export const Person = Type.Object({ name: Type.String(), surname: Type.String() });
