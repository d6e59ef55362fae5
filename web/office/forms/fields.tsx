import type { ComponentProps } from 'react';
import { TextField } from '#web/shared/ui/Field.tsx';

type Props = ComponentProps<typeof TextField>;

/** How a bureau or another person is reached, never the one who types: the browser suggests nothing. */
export function PhoneField(props: Omit<Props, 'label'>) {
  return <TextField label="Téléphone" type="tel" autoComplete="off" {...props} />;
}

export function EmailField(props: Props) {
  return <TextField type="email" autoComplete="off" autoCapitalize="none" spellCheck={false} {...props} />;
}
