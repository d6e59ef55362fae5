import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '#domain/audit/audit.ts';
import { agentScopes } from '#domain/iam/presets.ts';
import { type ProfileEdit, profileDraft } from '#domain/profile/profile.ts';
import {
  type AdministeredUser,
  EMPTY_INVITATION,
  invitationDraft,
  type UserInvitation,
} from '#domain/users/administration.ts';
import type { ListedUser } from '#domain/users/directory.ts';
import { ownUserFields, userFieldNames } from '#domain/users/fields.ts';
import { pick } from '#domain/validation/fields.ts';
import { type Browser, enter } from '../../testing/office.ts';
import { type OpenOffice, openOffice } from '../../testing/open-office.ts';
import { withSample } from '../../testing/sample-values.ts';

type Field = keyof UserInvitation;

let office: OpenOffice;
let root: Browser;
let journal: AuditEntry[];
const users = new Map<Field, AdministeredUser>();

const base = (field: Field): UserInvitation => ({
  ...EMPTY_INVITATION,
  name: 'Awa',
  mail: `${field.replaceAll('_', '-')}@parite.example`,
});
const sampleOf = (field: Field) =>
  withSample(invitationDraft, base(field), field, {
    company_id: { company_id: office.companies.Quais ?? null },
    scopes: { scopes: agentScopes.slice(0, 1) },
  });

beforeAll(async () => {
  office = await openOffice();
  root = await enter(office.app, 'root');
  for (const field of userFieldNames) {
    // the address of a user stays
    const isMail = field === 'mail';
    const invited = await send('/api/iam/users/invite', isMail ? sampleOf(field) : base(field), field);
    const { mail: _, ...edit } = sampleOf(field);
    users.set(
      field,
      isMail ? invited : await send('/api/iam/users/edit', { id: invited.id, ...edit }, field),
    );
  }
  journal = (await root.get('/api/audit?limit=500')).json();
});
afterAll(() => office.close());

async function send(url: string, body: object, field: string): Promise<AdministeredUser> {
  const answer = await root.post(url, body);
  expect(answer.statusCode, `${field}: ${answer.body}`).toBeLessThan(300);
  return answer.json();
}

const changeOf = (action: string, field: Field) =>
  journal
    .find((entry) => entry.action === action && entry.subject?.id === users.get(field)?.id)
    ?.changes.find((change) => change.field === field);

test.each(userFieldNames)('%s of a user: saved, read back, journaled', async (field) => {
  const [before, after] = [base(field)[field], sampleOf(field)[field]];
  expect(after, 'the sample differs').not.toEqual(before);
  expect(users.get(field)?.[field], 'saved').toEqual(after);
  const { id } = users.get(field) as AdministeredUser;
  expect((await root.get(`/api/iam/users/${id}`)).json()[field], 'read back').toEqual(after);
  const invited = { field, before: null, after: field === 'mail' ? after : before };
  if (invited.after !== null) expect(changeOf('user.invited', field), 'invited').toEqual(invited);
  if (field !== 'mail') expect(changeOf('user.edited', field), 'edited').toEqual({ field, before, after });
});

test.each(['mail', ...ownUserFields] as const)('%s of a user is listed', async (field) => {
  const listed: ListedUser[] = (await root.get('/api/iam/users')).json();
  const { id } = users.get(field) as AdministeredUser;
  expect(listed.find((user) => user.id === id)?.[field]).toEqual(sampleOf(field)[field]);
});

test.each(ownUserFields)('%s of the own profile: saved, read back, journaled', async (field) => {
  const agent = await enter(office.app, 'agent');
  const stored: ProfileEdit = pick((await agent.get('/api/profile')).json<ProfileEdit>(), ownUserFields);
  const edit = withSample(profileDraft, stored, field);
  expect((await agent.post('/api/profile/edit', edit)).json()[field], 'saved').toEqual(edit[field]);
  expect((await agent.get('/api/profile')).json()[field], 'read back').toEqual(edit[field]);
  const [entry]: AuditEntry[] = (await root.get('/api/audit?limit=1')).json();
  expect(entry?.changes).toEqual([{ field, before: stored[field], after: edit[field] }]);
});
