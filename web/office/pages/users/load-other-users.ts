import type { Company } from '#domain/companies/company.ts';
import type { ListedUser } from '#domain/iam/directory.ts';
import { DIRECTORY_PAGE } from '#domain/iam/directory-page.ts';
import type { Me } from '#domain/iam/me.ts';
import { listedStatus, type UserStatus } from '#domain/iam/user-status.ts';
import { call } from '#web/shared/api/client.ts';

export type OtherUsersData = { users: Company['users'] };

export async function loadOtherUsers(
  _user: Me,
  { signal }: Pick<Request, 'signal'>,
): Promise<OtherUsersData> {
  const users: Company['users'] = [];
  for (let page = 1; ; page += 1) {
    const next = await call('GET /api/iam/users', { signal, query: { page } });
    users.push(...next.filter(({ company }) => company === null).map(toListed));
    if (next.length < DIRECTORY_PAGE) return { users };
  }
}

/** As a bureau lists its users; the link is on the page of the user itself. */
function toListed({ id, mail, phone, name, surname, status, is_suspended }: ListedUser) {
  // the directory says every status in the words of the database
  const listed = listedStatus(status as UserStatus, is_suspended);
  return { id, mail, phone, name, surname, status: listed, password_link: null };
}
