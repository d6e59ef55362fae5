import type { TermsForm } from '#domain/terms/terms-draft.ts';
import type { Form } from '../../forms/use-form.ts';

export function isUnsaved({ fields }: Form<TermsForm, TermsForm>, name: keyof TermsForm): boolean {
  return fields.formState.dirtyFields[name] === true;
}
