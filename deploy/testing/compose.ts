/** compose.yaml as an operator's machine reads it, with the variables of an .env filled in. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const ROOT = join(import.meta.dirname, '../..');

export interface Service {
  image: string;
  build?: { target?: string; args?: Record<string, string> };
  environment: Record<string, string>;
  command?: string[];
  ports?: string[];
  depends_on?: unknown;
  networks?: string[];
  profiles?: string[];
  entrypoint?: string[];
  volumes?: string[];
  restart: string;
  read_only?: boolean;
  cap_drop?: string[];
  mem_limit?: string;
  healthcheck?: { test: string[] };
  logging: { options: Record<string, string> };
}

export interface Compose {
  services: Record<string, Service>;
  configs: Record<string, { content: string }>;
  networks: Record<string, { internal?: boolean } | null>;
}

const VARIABLE = /\$\{(\w+)(?::([-?])([^}]*))?\}/g;

/** The variables that a text of compose.yaml asks for, and whether it demands them. */
export function variablesOf(text: string): { name: string; isDemanded: boolean; hasDefault: boolean }[] {
  return [...text.matchAll(VARIABLE)].map(([, name = '', kind]) => ({
    name,
    isDemanded: kind === '?',
    hasDefault: kind === '-',
  }));
}

/** As compose does, a variable that is demanded and missing is an error. */
export function readCompose(env: Record<string, string>, text = readComposeText()): Compose {
  return fill(parse(text, { merge: true }), env) as Compose;
}

export function readComposeText(): string {
  return readFileSync(join(ROOT, 'compose.yaml'), 'utf8');
}

function fill(value: unknown, env: Record<string, string>): unknown {
  if (typeof value === 'string') return fillText(value, env);
  if (Array.isArray(value)) return value.map((each) => fill(each, env));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fill(each, env)]));
}

function fillText(text: string, env: Record<string, string>): string {
  return text.replace(VARIABLE, (_variable, name: string, kind: string | undefined, rest: string) => {
    const value = env[name];
    // a colon counts an empty variable as a missing one
    if (value) return value;
    if (kind === '?') throw new Error(`${name}: ${rest}`);
    return kind === '-' ? rest : '';
  });
}
