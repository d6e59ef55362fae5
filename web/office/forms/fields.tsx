import type { ComponentProps } from 'react';
import { TextField } from '#web/shared/ui/Field.tsx';

type Props = ComponentProps<typeof TextField>;

/** Phone of another person or of a company, so the browser must not suggest the user's own. */
export function PhoneField({ label = 'Téléphone', ...props }: Omit<Props, 'label'> & { label?: string }) {
  return <TextField label={label} type="tel" autoComplete="off" {...props} />;
}

export function EmailField(props: Props) {
  return <TextField type="email" autoComplete="off" autoCapitalize="none" spellCheck={false} {...props} />;
}
