import { type ComponentProps, useState } from 'react';
import { TextField } from './Field.tsx';
import { Icon } from './Icon.tsx';
import styles from './PasswordField.module.css';

export function PasswordField(props: ComponentProps<typeof TextField>) {
  const [isShown, setShown] = useState(false);
  const action = isShown ? 'Masquer le mot de passe' : 'Afficher le mot de passe';
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      after={
        <button
          type="button"
          className={styles.toggle}
          aria-label={action}
          title={action}
          onClick={() => setShown(!isShown)}
        >
          <Icon name={isShown ? 'eyeClosed' : 'eye'} />
        </button>
      }
    />
  );
}
