import { expect, test } from 'vitest';
import { anInvitation } from '../testing/users.ts';
import { toUserRow } from '../users/fields.ts';
import { validateDraft } from '../validation/draft.ts';
import { invitationDraft, type UserInvitation, userDraft } from './administration.ts';

const GOOD = anInvitation();

test.each<[Partial<UserInvitation>, string]>([
  [{ mail: '' }, 'invalid_email'],
  [{ mail: 'awa@marche' }, 'invalid_email'],
  [{ mail: `${'a'.repeat(250)}@x.example` }, 'too_long'],
  [{ name: ' ' }, 'invalid_name'],
  [{ surname: 'Keï\nta' }, 'control_character'],
  [{ phone: '12' }, 'invalid_phone'],
])('%j is invalid: %s', (typed, code) => {
  const [field = ''] = Object.keys(typed);
  expect(validateDraft(invitationDraft, { ...GOOD, ...typed })).toEqual({
    [field]: { code, message: expect.any(String) },
  });
});

test('valid values are stored without outer spaces; the mail cannot change', () => {
  const typed = { ...GOOD, name: ' Awa ', phone: ' 01 23 ' };
  expect(validateDraft(invitationDraft, typed)).toEqual({});
  expect(validateDraft(userDraft, typed)).toEqual({});
  expect(toUserRow(typed)).toEqual({ name: 'Awa', surname: '', phone: '01 23', company_id: null });
});
