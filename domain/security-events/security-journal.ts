import * as Type from 'typebox';
import { Id } from '../companies/company.ts';
import { Page } from '../lists/page.ts';
import {
  type SecurityEventKind,
  type SecurityOutcome,
  securityEvents,
  securityOutcomes,
} from './security-events.ts';

const Person = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  surname: Type.String(),
  mail: Type.String(),
});

export const SecurityEvent = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  kind: Type.String(),
  outcome: Type.String(),
  /** Actor. null: unknown, or the command line. */
  user: Type.Union([Person, Type.Null()]),
  subject: Type.Union([Person, Type.Null()]),
  /** First letters of an HMAC, which is equal for equal addresses or networks. */
  account: Type.Union([Type.String(), Type.Null()]),
  network: Type.Union([Type.String(), Type.Null()]),
  device: Type.Union([Type.String(), Type.Null()]),
  session_id: Type.Union([Type.Integer(), Type.Null()]),
  details: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  count: Type.Integer(),
});
export type SecurityEvent = Type.Static<typeof SecurityEvent>;

const codes = <T extends string>(labels: Record<T, string>) =>
  // the union of a list that TypeScript cannot count
  Type.Unsafe<T>(Type.Union((Object.keys(labels) as T[]).map((code) => Type.Literal(code))));

/** `user`: actor or account concerned. `day`: 'YYYY-MM-DD' in Paris. */
export const SecurityFilter = Type.Object({
  kind: Type.Optional(codes<SecurityEventKind>(securityEvents)),
  outcome: Type.Optional(codes<SecurityOutcome>(securityOutcomes)),
  user: Type.Optional(Id),
  day: Type.Optional(Type.String({ pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' })),
});
export type SecurityFilter = Type.Static<typeof SecurityFilter>;

export const SecurityQuery = Type.Object({ page: Type.Optional(Page), ...SecurityFilter.properties });
export type SecurityQuery = Type.Static<typeof SecurityQuery>;

export const MAX_EXPORTED_EVENTS = 50_000;
