import type { ComponentProps } from 'react';
import { TextField } from '#web/shared/ui/Field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'hint'> & { hasTotp: boolean };

export function FactorCodeField({ hasTotp, ...props }: Props) {
  return (
    <TextField
      label="Code"
      hint={
        hasTotp
          ? 'Les 6 chiffres de votre application, ou l’un de vos codes de secours'
          : 'L’un de vos codes de secours'
      }
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      {...props}
    />
  );
}
