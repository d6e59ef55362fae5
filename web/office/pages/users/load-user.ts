import type { Answer } from '#domain/api.ts';
import type { AdministeredUser } from '#domain/iam/administration.ts';
import type { Me } from '#domain/iam/me.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { holds } from '../../sections.ts';

/** What there is to choose from; both are empty for one who may not list them. */
export type Choices = {
  companies: { id: number; name: string }[];
  scopes: Answer<'GET /api/iam/scopes'>;
};

export type UserData = {
  me: Me;
  choices: Choices;
  /** null: none has this number */
  user: AdministeredUser | null;
};

export type NewUserData = {
  me: Me;
  choices: Choices;
  /** the bureau that the invitation began at */
  companyId: number | null;
};

export async function loadUser(
  me: Me,
  { signal }: Pick<Request, 'signal'>,
  { id = '' }: { id?: string },
): Promise<UserData> {
  const [user, choices] = await Promise.all([findUser(id, signal), loadChoices(me, signal)]);
  return { me, user, choices };
}

export async function loadNewUser(me: Me, { url, signal }: Request): Promise<NewUserData> {
  const choices = await loadChoices(me, signal);
  const asked = Number(new URL(url).searchParams.get('bureau'));
  const company = choices.companies.find(({ id }) => id === asked);
  return { me, choices, companyId: company?.id ?? null };
}

async function loadChoices(me: Me, signal: AbortSignal): Promise<Choices> {
  const [companies, scopes] = await Promise.all([
    holds(me, 'sittings.list.all') ? call('GET /api/companies', { signal }) : [],
    holds(me, 'iam.scopes.list.all') ? call('GET /api/iam/scopes', { signal }) : [],
  ]);
  return { companies: companies.map(({ id, name }) => ({ id, name })), scopes };
}

async function findUser(id: string, signal: AbortSignal): Promise<AdministeredUser | null> {
  if (!/^\d{1,9}$/.test(id)) return null;
  try {
    return await call('GET /api/iam/users/{id}', { signal, params: { id } });
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return null;
    throw error;
  }
}
