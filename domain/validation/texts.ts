import { INVALID_EMAIL, normalizeEmail, readEmail } from '../audience/email.ts';
import { isPlainText } from '../text/plain-text.ts';
import type { ValidationError } from './draft.ts';

type TextRule = (text: string) => ValidationError | undefined;

/** Single-line text named `label` in errors. Rules get it trimmed. */
export function line(label: string, ...rules: readonly TextRule[]): TextRule {
  return (typed) => {
    if (!isPlainText(typed)) return unseen(label);
    const text = typed.trim();
    for (const rule of rules) {
      const error = rule(text);
      if (error) return error;
    }
    return undefined;
  };
}

export function optional(rule: TextRule): TextRule {
  return (text) => (text === '' ? undefined : rule(text));
}

export function named(message: string): TextRule {
  return (text) => (/[\p{L}\p{N}]/u.test(text) ? undefined : { code: 'invalid_name', message });
}

/** 01 23 45 67 89, +33 (0)1.23.45.67.89. */
export const phone: TextRule = (text) =>
  /^\+?[\d(][\d ().\-/]{2,}$/.test(text)
    ? undefined
    : { code: 'invalid_phone', message: 'Le numéro de téléphone n’est pas valide.' };

export function email(
  label: string,
  { message, isOptional = false }: { message?: string; isOptional?: boolean } = {},
): TextRule {
  const error = { ...INVALID_EMAIL, ...(message && { message }) };
  const rule: TextRule = (text) => (readEmail(text) === null ? error : undefined);
  const rules = line(label, isOptional ? optional(rule) : rule);
  return (typed) => rules(normalizeEmail(typed));
}

export function filled(message: string): TextRule {
  return (text) => (text.trim() === '' ? { code: 'missing', message } : undefined);
}

function unseen(label: string): ValidationError {
  return {
    code: 'control_character',
    message: `Le champ «\u00a0${label}\u00a0» contient un caractère qui ne se voit pas. Retirez les retours à la ligne et les caractères de contrôle.`,
  };
}
