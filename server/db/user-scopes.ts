import { sql } from 'kysely';

/** The scopes of each row of `users`, in one order, as the column `scopes`. */
export function scopesOfUser() {
  return sql<string[]>`array(select scope from user_scopes where user_id = users.id order by scope)`.as(
    'scopes',
  );
}
