import fc, { type Arbitrary } from 'fast-check';
import inject, { type Response } from 'light-my-request';
import type { TSchema } from 'typebox';
import { api, type CallName } from '#domain/api.ts';
import { isAnyAllowed } from '#domain/iam/scopes.ts';
import { agentScopes } from '../../seed/scopes.ts';
import { anyJson, NASTY_TEXTS, nearlyOf, validOf } from '../arbitraries.ts';
import { type RightRequest, rightRequests } from './right-requests.ts';
import { fieldValues } from './values.ts';
import { type Actor, ADDED_SCOPE, type FuzzWorld, SCREEN, XSRF } from './world.ts';

/** Parts of a call's row, of which each call has some. */
type Row = { body?: TSchema; query?: TSchema; params?: TSchema; upload?: { types: readonly string[] } };

export type Input = {
  actor: Actor | 'nobody';
  params: unknown;
  query: unknown;
  /** Query as it is sent, in place of `query`. */
  rawQuery?: string;
  body: string | Buffer;
  headers: Record<string, string>;
};

const HOSTS = { public: 'localhost', backoffice: 'backoffice.localhost' } as const;

/** Requests that the schema and the seeded rows let through. */
export function rightInputOf(name: CallName, world: FuzzWorld): Arbitrary<Input> {
  const call = api[name] as Row;
  const known = fieldValues(world);
  const right: RightRequest = rightRequests(world)[name] ?? {};
  const partOf = (part: 'params' | 'query' | 'body') =>
    right[part] ?? (call[part] ? validOf(call[part], known) : fc.constant({}));
  return fc.record({
    actor: fc.constant(actorOf(name)),
    params: partOf('params'),
    query: partOf('query'),
    body: call.upload ? fc.constant(PNG) : partOf('body').map((value) => JSON.stringify(value)),
    headers: fc.constant({}),
  });
}

/** Requests by the schema and around it. */
export function wildInputOf(name: CallName, world: FuzzWorld): Arbitrary<Input> {
  const call = api[name] as Row;
  const known = fieldValues(world);
  const right: RightRequest = rightRequests(world)[name] ?? {};
  const around = (part: 'params' | 'query' | 'body') => {
    const schema = call[part];
    const bySchema = schema ? validOf(schema, known) : fc.constant({});
    const valid = right[part] ? fc.oneof(right[part], bySchema) : bySchema;
    return fc.oneof(
      { weight: 5, arbitrary: valid },
      { weight: 4, arbitrary: nearlyOf(valid) },
      { weight: 1, arbitrary: anyJson },
    );
  };
  return fc.record({
    actor: fc.constantFrom(...actorsOf(name)),
    params: around('params'),
    query: around('query'),
    body: call.upload ? pictures : jsonTexts(around('body')),
    headers: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers }),
  });
}

/** Mostly who may, so that what is tried is not the permissions again. */
function actorsOf(name: CallName): Input['actor'][] {
  const may = actorOf(name);
  if (may === 'nobody') return ['nobody'];
  const others = may === 'agent' || may === 'root' ? (['root', 'agent'] as const) : (['agent'] as const);
  return [...Array<Input['actor']>(8).fill(may), ...others, 'nobody'];
}

/** Actor who may make a call. */
export function actorOf(name: CallName): Input['actor'] {
  const { needs } = api[name];
  const special = SPECIAL_ACTORS[name];
  if (special) return special;
  if (needs === 'nothing') return 'nobody';
  if (needs === 'traveller') return 'traveller';
  const agentMay = needs === 'session' || isAnyAllowed(needs, [...agentScopes, ADDED_SCOPE].join(','));
  return agentMay ? 'agent' : 'root';
}

/** A session that owes its second factor or its code, and an account that has factors. */
const SPECIAL_ACTORS: Partial<Record<CallName, Actor>> = {
  'POST /api/login/second': 'halfway',
  'POST /api/traveller/session': 'traveller',
  'POST /api/iam/factors/remove': 'root',
  'POST /api/iam/factors/recovery-codes': 'root',
};

/** As JSON, and as what is nearly JSON. */
function jsonTexts(values: Arbitrary<unknown>): Arbitrary<string> {
  const whole = values.map((value) => JSON.stringify(value) ?? '');
  const broken = fc
    .tuple(whole, fc.nat(), fc.constantFrom('cut', 'twice', 'bom', 'digits', 'deep', 'proto', 'text'))
    .map(([json, at, how]) => {
      if (how === 'cut') return json.slice(0, at % (json.length + 1));
      if (how === 'twice') return json.replace(/^\{(.+)\}$/, '{$1,$1}');
      if (how === 'bom') return `\ufeff${json}`;
      if (how === 'digits') return json.replace(/\d+/, `1.${'1'.repeat(400)}`);
      if (how === 'deep') return json.replace(/:[^,}]*/, `:${'['.repeat(5_000)}${']'.repeat(5_000)}`);
      if (how === 'proto') return json.replace('{', '{"__proto__":{"polluted":1},');
      return NASTY_TEXTS[at % NASTY_TEXTS.length] ?? '';
    });
  return fc.oneof({ weight: 6, arbitrary: whole }, { weight: 1, arbitrary: broken });
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const pictures: Arbitrary<string | Buffer> = fc.oneof(
  fc.constant(PNG),
  fc.tuple(fc.nat({ max: PNG.length - 1 }), fc.nat({ max: 255 })).map(([at, byte]) => {
    const copy = Buffer.from(PNG);
    copy[at] = byte;
    return copy;
  }),
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
  fc.constant('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
);

const headerText = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.constantFrom(...NASTY_TEXTS.filter((text) => /^[\x20-\x7e]*$/.test(text))),
  fc.constantFrom(
    ...['application/json', 'text/plain', 'image/png', 'gzip', 'br', '*', '0', '-1', 'identity', 'null'],
  ),
);
const headers = fc.dictionary(
  fc.constantFrom(
    ...['accept', 'accept-encoding', 'accept-language', 'authorization', 'cache-control', 'content-encoding'],
    ...['content-type', 'cookie', 'date', 'expect', 'forwarded', 'if-match', 'if-modified-since'],
    ...['if-none-match', 'origin', 'prefer', 'range', 'referer', 'te', 'user', 'user-agent', 'via'],
    ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-http-method-override'],
    ...['x-original-url', 'x-rewrite-url', 'x-xsrf-token', 'content-length', 'sec-fetch-site'],
  ),
  headerText,
  { maxKeys: 4 },
);

let attempts = 0;

export async function send({ server, browsers }: FuzzWorld, name: CallName, input: Input): Promise<Response> {
  const [method = '', path = ''] = name.split(' ');
  const call = api[name] as Row;
  const browser = input.actor === 'nobody' ? null : browsers[input.actor];
  const cookies = browser?.cookies ?? new Map([['XSRF-TOKEN', XSRF]]);
  // the framework's own inject would leave out what stands before the framework
  return inject((request, response) => void server.app.server.emit('request', request, response), {
    method: method as 'GET' | 'POST',
    url:
      path.replace(/\{(\w+)\}/g, (_all, key) => encode(asRecord(input.params)[key])) +
      (input.rawQuery === undefined ? queryOf(input.query) : `?${input.rawQuery}`),
    headers: {
      host: HOSTS[api[name].host],
      cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; '),
      'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
      authorization: `Bearer ${SCREEN}`,
      'idempotency-key': `fuzz-${attempts++}`,
      ...(method === 'POST' && { 'content-type': call.upload?.types[0] ?? 'application/json' }),
      ...input.headers,
    },
    ...(method === 'POST' && { payload: input.body }),
  });
}

function queryOf(query: unknown): string {
  const pairs = Object.entries(asRecord(query)).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${encode(key)}=${encode(one)}`),
  );
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** Also of texts that are no Unicode, which a browser could not write. */
function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return encodeURIComponent(text.toWellFormed());
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export function formatInput({ actor, params, query, body, headers: sent }: Input): string {
  return `${actor} ${JSON.stringify(params)} ${body.toString()} ${JSON.stringify(sent)} ${JSON.stringify(query)}`;
}
