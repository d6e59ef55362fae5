import { Type } from 'typebox';

/** Who did something, as the screens name them. */
export const Person = Type.Object({ name: Type.String(), surname: Type.String() });
