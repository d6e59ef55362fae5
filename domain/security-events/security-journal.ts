import * as Type from 'typebox';
import { Id } from '../companies/company.ts';
import { Page } from '../lists/page.ts';
import { Day } from '../text/day.ts';
import { oneOf } from '../validation/one-of.ts';
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

/** `user`: actor or account concerned. `day`: 'YYYY-MM-DD' in Paris. */
export const SecurityFilter = Type.Object({
  kind: Type.Optional(oneOf(Object.keys(securityEvents) as SecurityEventKind[])),
  outcome: Type.Optional(oneOf(Object.keys(securityOutcomes) as SecurityOutcome[])),
  user: Type.Optional(Id),
  day: Type.Optional(Day),
});
export type SecurityFilter = Type.Static<typeof SecurityFilter>;

export const SecurityQuery = Type.Object({ page: Type.Optional(Page), ...SecurityFilter.properties });
export type SecurityQuery = Type.Static<typeof SecurityQuery>;

export const MAX_EXPORTED_EVENTS = 50_000;
