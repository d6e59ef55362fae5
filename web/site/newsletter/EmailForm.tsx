import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { MAX_EMAIL } from '#domain/audience/email.ts';
import { TextField } from '#web/shared/ui/Field.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import styles from './EmailForm.module.css';

export function EmailField({ describedBy }: { describedBy?: string }) {
  return (
    <TextField
      label="Votre adresse e-mail"
      name="email"
      type="email"
      autoComplete="email"
      required
      maxLength={MAX_EMAIL}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
    />
  );
}

export function Consent({ id, sentence }: { id: string; sentence: string }) {
  return (
    <p className={styles.consent}>
      <span id={id}>{sentence}</span> <Link to="/confidentialite">Confidentialité</Link>
    </p>
  );
}

type Props = { isReceived: boolean; ref?: Ref<HTMLDivElement>; children: ReactNode };

export function Submission({ isReceived, ref, children }: Props) {
  return (
    <Notice
      ref={ref}
      tone={isReceived ? 'success' : 'failure'}
      role={isReceived ? 'status' : 'alert'}
      tabIndex={-1}
      title={
        <span lang="en">
          {isReceived
            ? 'Thank you! Your submission has been received!'
            : 'Oops! Something went wrong while submitting the form.'}
        </span>
      }
    >
      {children}
    </Notice>
  );
}
