import { nearest } from '#domain/text/nearest.ts';
import { matchOf, searchForm } from '#domain/text/search.ts';
import type { Db } from '../db/open.ts';
import { CommandFailure } from './failures.ts';
import { listCompanies, listScopes } from './lookup.queries.ts';

const MAX_LISTED = 10;

export interface Company {
  id: number;
  name: string;
}

/**
 * Finds a company by its number, its name in any letters, or a part of its name that no other has. Throws a
 * CommandFailure that lists the candidates.
 */
export async function findCompany(db: Db, query: string): Promise<Company> {
  const bureaux = await listCompanies(db);
  const show = ({ id, name }: Company) => `${name} (numéro ${id})`;
  const numbered = bureaux.filter(({ id }) => String(id) === query.trim());
  const form = searchForm(query);
  const called = bureaux.filter(({ name }) => name === query);
  const alike = bureaux.filter(({ name }) => form !== '' && searchForm(name) === form);
  const found = bureaux.filter(({ name }) => matchOf(form, searchForm(name)) !== null);
  const [meant, ...others] = [numbered, called, alike, found].find(({ length }) => length > 0) ?? [];
  if (meant && others.length === 0) return meant;
  const near = nearest(query, meant ? [meant, ...others] : bureaux, ({ name }) => [name]).map(show);
  if (meant) {
    throw new CommandFailure(
      `« ${query} » convient à ${near.length} bureaux : donnez le nom entier, ou le numéro.${formatList(near)}`,
    );
  }
  if (near.length === 0) {
    throw new CommandFailure('Aucun bureau n’est connu encore : company add en ajoute un.');
  }
  throw new CommandFailure(`Aucun bureau ne s’appelle « ${query} ». Sont connus :${formatList(near)}`);
}

/**
 * Finds a scope by its whole name or label in any letters, because rights are never granted by a part of a word. Throws
 * a CommandFailure that lists the candidates.
 */
export async function findScope(db: Db, query: string): Promise<string> {
  const scopes = await listScopes(db);
  const form = searchForm(query);
  const exact = scopes.find(({ scope }) => scope === query.trim().toLowerCase());
  const alike = scopes.filter(
    (each) => form !== '' && textsOf(each).some((text) => searchForm(text) === form),
  );
  const [meant, ...others] = exact ? [exact] : alike;
  if (meant && others.length === 0) return meant.scope;
  const near = nearest(query, scopes, textsOf).map(({ scope, label }) => `${scope} : ${label}`);
  throw new CommandFailure(`Aucun droit ne s’appelle « ${query} ». Sont connus :${formatList(near)}`);
}

function textsOf({ scope, label }: { scope: string; label: string }): string[] {
  return [scope, label];
}

function formatList(lines: readonly string[]): string {
  const listed = lines.slice(0, MAX_LISTED);
  const left = lines.length - listed.length;
  return [...listed, ...(left > 0 ? [left === 1 ? 'et 1 autre' : `et ${left} autres`] : [])]
    .map((line) => `\n  ${line}`)
    .join('');
}
