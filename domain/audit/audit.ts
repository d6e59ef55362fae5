import { type Static, Type } from 'typebox';
import { CompanyName } from '../companies/company.ts';

const Person = Type.Object({ name: Type.String(), surname: Type.String() });

/** One act. `user` null: by the command line. `changes`: what each field was, and became. */
export const AuditEntry = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  user: Type.Union([Person, Type.Null()]),
  action: Type.String(),
  company: Type.Union([CompanyName, Type.Null()]),
  subject: Type.Union([Type.Object({ id: Type.Integer(), mail: Type.String() }), Type.Null()]),
  changes: Type.Array(Type.Object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() })),
  /** the bureaux that the changes name by their number */
  companies: Type.Array(CompanyName),
});
export type AuditEntry = Static<typeof AuditEntry>;

/** Newest first; `before`: the id to go on from. */
export const AuditQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
});
export type AuditQuery = Static<typeof AuditQuery>;
