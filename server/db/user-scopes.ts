import { sql } from 'kysely';

/** The scopes of each row of `users`, in one order, as the column `scopes`. */
export function scopesOfUser() {
  return sql<string[]>`array(select scope from user_scopes where user_id = users.id order by scope)`.as(
    'scopes',
  );
}

/** Whether each row of `users` has a second factor, as the column `has_factor`. */
export function hasFactorOfUser() {
  return sql<boolean>`(exists (select from passkeys where user_id = users.id)
    or exists (select from totp_secrets where user_id = users.id))`.as('has_factor');
}
