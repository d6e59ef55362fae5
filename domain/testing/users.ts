import type { Me } from '../iam/me.ts';
import type { UserDraft, UserInvitation } from '../users/administration.ts';

/** User who is logged in. */
export function aUser(fields: Partial<Me> = {}): Me {
  return {
    id: 1,
    name: 'Awa',
    surname: 'Diop',
    img: '',
    role: 'agent',
    company_id: 1,
    allowed_scope: [],
    ...fields,
  };
}

/** User of no company, without rights. */
export function aUserDraft(fields: Partial<UserDraft> = {}): UserDraft {
  return { name: 'Awa', surname: '', phone: '', company_id: null, scopes: [], ...fields };
}

export function anInvitation(fields: Partial<UserInvitation> = {}): UserInvitation {
  return { ...aUserDraft(), mail: 'awa@marche.example', ...fields };
}
