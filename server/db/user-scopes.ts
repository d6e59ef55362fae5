import { sql } from 'kysely';

export function scopesOfUser() {
  return sql<string[]>`array(select scope from user_scopes where user_id = users.id order by scope)`.as(
    'scopes',
  );
}

export function hasFactorOfUser() {
  return sql<boolean>`(exists (select from passkeys where user_id = users.id)
    or exists (select from totp_secrets where user_id = users.id))`.as('has_factor');
}
