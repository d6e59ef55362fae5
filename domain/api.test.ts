import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ApiError, api } from './api.ts';

type Agreed = { on: string; needs: string; status: number; takes: string; gives: string };

/**
 * What each call takes and gives, by path; '?' where it may be left out. Other programs rely on it, and so does the
 * former version of our own pages while a new one is rolled out. A change that only adds needs no line here; whoever
 * changes a line or takes one away says why in the commit.
 */
const AGREED: Record<string, Agreed> = {
  'GET /api/public/currencies': {
    on: 'public',
    needs: 'nothing',
    status: 200,
    takes: '',
    gives: '[].code [].label [].rate',
  },
  'POST /api/public/offers': {
    on: 'public',
    needs: 'nothing',
    status: 200,
    takes: 'offer offer.currency offer.amount wish wish.currency wish.amount?',
    gives:
      'offers offers[].company offers[].company.name offers[].company.logo offers[].company.site offers[].company.is_partner offers[].rate offers[].ct_offer offers[].ct_offer.currency offers[].ct_offer.amount offers[].ct_wish offers[].ct_wish.currency offers[].ct_wish.amount offers[].costs offers[].costs.currency offers[].costs.amount offers[].co_offer offers[].co_offer.currency offers[].co_offer.amount offers[].updated_at total currency_rate currency_rate.rate currency_rate.at currency_rate.source',
  },
  'POST /api/public/leads': {
    on: 'public',
    needs: 'nothing',
    status: 201,
    takes: 'email site consent?',
    gives: '',
  },
  'POST /api/public/save/email': {
    on: 'public',
    needs: 'nothing',
    status: 201,
    takes: 'email type',
    gives: '',
  },
  'POST /api/public/newsletter/confirm': {
    on: 'public',
    needs: 'nothing',
    status: 200,
    takes: 'token',
    gives: 'was_done',
  },
  'POST /api/public/newsletter/unsubscribe': {
    on: 'public',
    needs: 'nothing',
    status: 200,
    takes: 'token',
    gives: 'was_done',
  },
  'GET /api/public/blog/articles/banner': {
    on: 'public',
    needs: 'nothing',
    status: 200,
    takes: '',
    gives:
      '[].id [].image [].image_alt [].group [].topic [].reading_time [].title [].description [].subs [].subs[].id [].subs[].image [].subs[].image_alt [].subs[].group [].subs[].topic [].subs[].reading_time [].subs[].title [].subs[].description [].sub_topics',
  },
  'GET /api/public/blog/articles': {
    on: 'public',
    needs: 'nothing',
    status: 200,
    takes: '',
    gives:
      '[].id [].image [].image_alt [].group [].topic [].reading_time [].title [].description [].subs [].subs[].id [].subs[].image [].subs[].image_alt [].subs[].group [].subs[].topic [].subs[].reading_time [].subs[].title [].subs[].description [].sub_topics',
  },
  'GET /api/public/blog/articles/view/{id}': {
    on: 'public',
    needs: 'nothing',
    status: 200,
    takes: 'id',
    gives:
      'id image image_alt group topic reading_time title description subs subs[].id subs[].image subs[].image_alt subs[].group subs[].topic subs[].reading_time subs[].title subs[].description sub_topics descriptions content publication_date',
  },
  'POST /api/login': {
    on: 'backoffice',
    needs: 'nothing',
    status: 200,
    takes: 'username password',
    gives: 'id name surname img role company_id allowed_scope',
  },
  'GET /api/logout': { on: 'backoffice', needs: 'nothing', status: 204, takes: '', gives: '' },
  'GET /api/me': {
    on: 'backoffice',
    needs: 'session',
    status: 200,
    takes: '',
    gives: 'id name surname img role company_id allowed_scope',
  },
  'POST /api/iam/users/new-password': {
    on: 'backoffice',
    needs: 'nothing',
    status: 200,
    takes: 'token password',
    gives: '',
  },
  'POST /api/iam/users/forgotten-password': {
    on: 'backoffice',
    needs: 'nothing',
    status: 200,
    takes: 'username',
    gives: '',
  },
  'GET /api/fixings/rates': {
    on: 'backoffice',
    needs: 'fixings.list.me fixings.list.all',
    status: 200,
    takes: 'company? currency? q? page?',
    gives:
      'base rates rates[].code rates[].label rates[].rate rates[].purchase rates[].sale rates[].company rates[].company.name rates[].base rates[].currency rates[].currency.code rates[].currency.label rates[].currency.rate rates[].updated_at total? is_suspended?',
  },
  'GET /api/fixings/logs': {
    on: 'backoffice',
    needs: 'fixings.list.me fixings.list.all',
    status: 200,
    takes: 'limit? before?',
    gives:
      '[].id [].at [].user [].user.name [].user.surname [].params [].params.base [].params.currency [].params.currency.code [].params.currency.rate [].params.amounts [].params.amounts.purchase [].params.amounts.sale',
  },
  'POST /api/fixings/update': {
    on: 'backoffice',
    needs: 'fixings.list.me',
    status: 200,
    takes: 'currency currency.code base amounts amounts.purchase? amounts.sale? updated_at?',
    gives:
      'code label rate purchase sale company company.name base currency currency.code currency.label currency.rate updated_at',
  },
  'POST /api/fixings/batch': {
    on: 'backoffice',
    needs: 'fixings.list.me',
    status: 200,
    takes:
      'base fixings fixings[].currency fixings[].currency.code fixings[].amounts fixings[].amounts.purchase? fixings[].amounts.sale? fixings[].updated_at? origin?',
    gives:
      'rates rates[].code rates[].rate rates[].purchase rates[].sale rates[].updated_at rates[].held batch_id',
  },
  'POST /api/fixings/confirm': {
    on: 'backoffice',
    needs: 'fixings.list.me',
    status: 200,
    takes: 'currencies',
    gives: 'rates rates[].code rates[].rate rates[].purchase rates[].sale rates[].updated_at',
  },
  'GET /api/fixings/currencies': {
    on: 'backoffice',
    needs: 'sittings.list.me fixings.list.me fixings.list.all',
    status: 200,
    takes: '',
    gives: '[].code [].label [].rate',
  },
  'GET /api/companies': {
    on: 'backoffice',
    needs: 'sittings.list.all',
    status: 200,
    takes: '',
    gives:
      '[].id [].name [].site [].logo [].phone [].email [].is_partner [].is_suspended [].users [].users[].id [].users[].mail [].users[].phone [].users[].name [].users[].surname [].users[].status [].users[].password_link',
  },
  'POST /api/companies/add': {
    on: 'backoffice',
    needs: 'companies.edit.all',
    status: 201,
    takes: 'name site phone email is_partner',
    gives:
      'id name site logo phone email is_partner is_suspended users users[].id users[].mail users[].phone users[].name users[].surname users[].status users[].password_link',
  },
  'POST /api/companies/edit': {
    on: 'backoffice',
    needs: 'companies.edit.all',
    status: 200,
    takes: 'id name site phone email is_partner',
    gives: '',
  },
  'POST /api/companies/suspend': {
    on: 'backoffice',
    needs: 'companies.edit.all',
    status: 200,
    takes: 'id is_suspended',
    gives: '',
  },
  'POST /api/companies/logo': {
    on: 'backoffice',
    needs: 'companies.edit.all',
    status: 200,
    takes: 'id',
    gives: 'logo',
  },
  'GET /api/audit': {
    on: 'backoffice',
    needs: 'audit.list.all',
    status: 200,
    takes: 'limit? before?',
    gives:
      '[].id [].at [].user [].user.name [].user.surname [].action [].company [].company.id [].company.name [].subject [].subject.id [].subject.mail [].changes [].changes[].field [].changes[].before [].changes[].after',
  },
  'GET /api/kpis': {
    on: 'backoffice',
    needs: 'sittings.list.all',
    status: 200,
    takes: '',
    gives: 'since comparisons leads leads[].company leads[].company.name leads[].count subscriptions fixings',
  },
  'GET /api/iam/sessions': {
    on: 'backoffice',
    needs: 'iam.sessions.list.all',
    status: 200,
    takes: 'page?',
    gives:
      '[].id [].user [].user.id [].user.mail [].user.name [].user.surname [].created_at [].last_used_at [].is_current',
  },
  'GET /api/iam/users': {
    on: 'backoffice',
    needs: 'iam.users.list.all',
    status: 200,
    takes: 'page?',
    gives:
      '[].id [].mail [].phone [].name [].surname [].role [].status [].is_suspended [].company [].company.id [].company.name',
  },
  'GET /api/iam/users/{id}': {
    on: 'backoffice',
    needs: 'iam.users.edit.all',
    status: 200,
    takes: 'id',
    gives: 'id mail name surname phone company_id scopes role status is_suspended password_link',
  },
  'POST /api/iam/users/invite': {
    on: 'backoffice',
    needs: 'iam.users.edit.all',
    status: 201,
    takes: 'mail name surname phone company_id scopes',
    gives: 'id mail name surname phone company_id scopes role status is_suspended password_link',
  },
  'POST /api/iam/users/invite-again': {
    on: 'backoffice',
    needs: 'iam.users.edit.all',
    status: 200,
    takes: 'id',
    gives: '',
  },
  'POST /api/iam/users/edit': {
    on: 'backoffice',
    needs: 'iam.users.edit.all',
    status: 200,
    takes: 'id name surname phone company_id scopes status?',
    gives: 'id mail name surname phone company_id scopes role status is_suspended password_link',
  },
  'POST /api/iam/users/suspend': {
    on: 'backoffice',
    needs: 'iam.users.edit.all',
    status: 200,
    takes: 'id is_suspended',
    gives: '',
  },
  'GET /api/iam/scopes': {
    on: 'backoffice',
    needs: 'iam.scopes.list.all',
    status: 200,
    takes: '',
    gives: '[].scope [].label',
  },
  'GET /api/feeds/rates': {
    on: 'backoffice',
    needs: 'feeds.list.all',
    status: 200,
    takes: '',
    gives:
      'is_configured checked_at succeeded_at day source error accepted refusals refusals[].code refusals[].rate refusals[].held refusals[].reason',
  },
  'GET /api/referentials/referentiel_1': {
    on: 'backoffice',
    needs: 'session',
    status: 200,
    takes: '',
    gives: '[].code [].label',
  },
  'GET /api/referentials/referentiel_2': {
    on: 'backoffice',
    needs: 'session',
    status: 200,
    takes: '',
    gives: '[].code [].label',
  },
  'GET /api/objects': {
    on: 'backoffice',
    needs: 'session',
    status: 200,
    takes: 'type? q?',
    gives: '[].id [].type [].label',
  },
  'GET /api/objects/{id}': {
    on: 'backoffice',
    needs: 'session',
    status: 200,
    takes: 'id',
    gives: 'id type label',
  },
};

type Schema = {
  type?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
};

function pathsOf(schema: Schema | undefined, at = ''): string[] {
  if (!schema) return [];
  if (schema.anyOf) return schema.anyOf.flatMap((option) => pathsOf(option, at));
  if (schema.type === 'array') return pathsOf(schema.items, `${at}[]`);
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const path = at === '' ? name : `${at}.${name}`;
    const paths = [path, ...pathsOf(inner, path)];
    // nor is what stands in something that may be left out demanded
    return schema.required?.includes(name) ? paths : paths.map((one) => `${bare(one)}?`);
  });
}

const bare = (path: string) => path.replace(/[?]$/, '');

type Call = { host: string; needs: string | readonly string[]; status: number } & Record<string, unknown>;
const calls: Record<string, Call> = api;
const words = (text: string) => text.split(' ').filter(Boolean);

test.each(Object.entries(AGREED))('%s is the agreed contract', (name, {
  on,
  needs,
  status,
  takes,
  gives,
}) => {
  const call = calls[name];
  expect(call).toMatchObject({ host: on, status });
  expect([call?.needs].flat()).toEqual(words(needs));
  const taken = [call?.params, call?.query, call?.body].flatMap((schema) => pathsOf(schema as Schema));
  // all that was sent is still taken, and nothing more is demanded
  expect(taken.map(bare)).toEqual(expect.arrayContaining(words(takes).map(bare)));
  const optional = taken.filter((path) => path.endsWith('?')).map(bare);
  const demanded = taken.filter(
    (path) => !path.endsWith('?') && !optional.some((parent) => path.startsWith(`${parent}.`)),
  );
  expect(words(takes)).toEqual(expect.arrayContaining(demanded));
  // all that was always given still is
  const given = pathsOf(call?.answer as Schema);
  expect(given).toEqual(expect.arrayContaining(words(gives).filter((path) => !path.endsWith('?'))));
});

/** Calls that nobody needs to sign in for, by host. */
const OPEN = {
  public: /^(GET|POST) \/api\/public\/|^POST \/api\/traveller\/(code|session)$/,
  backoffice:
    /^(POST \/api\/login(\/second|\/passkey)?|GET \/api\/login\/passkey|GET \/api\/logout|POST \/api\/iam\/users\/(new-password|forgotten-password|password-link)|POST \/api\/outcome|POST \/api\/iam\/factors\/restore)$/,
};

test.each(Object.entries(calls))('%s says who may make it', (name, { host, needs }) => {
  if (needs === 'nothing') expect(name).toMatch(OPEN[host as keyof typeof OPEN]);
  else if (host === 'public')
    expect([name.split(' ')[1], needs]).toEqual([expect.stringMatching(/^\/api\/traveller\//), 'traveller']);
  else expect(needs === 'session' || (Array.isArray(needs) && needs.length > 0)).toBe(true);
});

test('every refusal has a sentence and a code (contract 3)', () => {
  expect(ApiError.required).toEqual(['message', 'code']);
});

test('no call belongs to two nouns', async () => {
  const files = (await readdir('domain', { recursive: true })).filter((name) => name.endsWith('/calls.ts'));
  const modules: object[] = await Promise.all(files.map((name) => import(`./${name}`)));
  const names = modules.flatMap((module) => Object.values(module).flatMap((calls) => Object.keys(calls)));
  expect(names.toSorted()).toEqual(Object.keys(api).toSorted());
});
